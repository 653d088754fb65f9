extends "res://by_name.gd"
@rpc("unreliable", "any_peer", "call_remote", 2) func replaced(again): pass
