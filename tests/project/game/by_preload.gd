extends Base
const Base := preload("res://by_path.gd")
@rpc func preloaded(): pass
