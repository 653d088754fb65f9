@tool
@icon("res://icon.svg")
class_name NamedBase extends Node

class Inner extends Node:
	@rpc("any_peer") func inner_call(x: int): pass

	class Deeper:
		extends Inner
		@rpc func deeper_call(): pass
	@rpc func after_deeper(): pass

class Other extends Inner:
	func inner_call(y): pass
@rpc("any_peer", "call_local") func base_call(amount: int, weapon: String): pass
@rpc func replaced(old: int): pass
func plain(): pass
