extends "named.gd"
@rpc func relative(): pass
