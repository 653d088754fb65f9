extends NamedBase
func replaced(renamed): pass
@rpc("any_peer") func own(): pass
