extends Node
@rpc func marked(): pass