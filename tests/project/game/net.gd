extends Node
@rpc("any_peer", "reliable") func join(name_: String): pass
@abstract class Abstract:
	extends Node
	@rpc @abstract func todo()
