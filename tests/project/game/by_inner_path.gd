extends "res://named.gd".Other
const Alias = NamedBase.Inner
class Cut extends Alias:
	@rpc func cut(): pass
