extends Node
class One:
  extends Node
  @rpc func two_spaces():
      pass
  # x
  @rpc func more():
    pass
@rpc func outer(): pass
