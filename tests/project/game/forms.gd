extends Node
# Every form an annotation may have. @rpc func in_comment(): pass
const ANY := "any_peer"
const CHANNEL = 4
var text = "@rpc func in_string(): pass
@rpc func in_string_too(): pass"
var long_text = """
@rpc("any_peer")
func in_long_string(): pass
"""
var raw = r"\""; var other = '\'' # '
@rpc func bare(): pass
@rpc() func empty(): pass
@rpc("any_peer") func any_peer(): pass
@rpc('authority', 'call_local', 'reliable') func single_quotes(): pass
@rpc("unreliable", "any_peer") func any_order(): pass
@rpc("reliable", "call_local", "any_peer", 7) func seven(): pass
@rpc(ANY, "call_remote", "unreliable_ordered", CHANNEL) func constants(): pass
@rpc("any" + "_peer") func added(): pass
@rpc("""any_peer""") func tripled(): pass
@rpc(r"any_peer") func raw_string(): pass
@rpc("any_peer",) func trailing_comma(): pass
@rpc ( "any_peer" , "call_local" ) func spaced ( ) : pass
@rpc(
	"any_peer", # why
	"call_local",

	"unreliable"
)
func over_lines(): pass

@rpc("any_peer")
@warning_ignore("unused_parameter")

# A comment between.
func line_before(a): pass

@warning_ignore("unused_parameter") @rpc
func annotations_on_one_line(a: int): pass
@rpc func \
	continued(
		first: int, # a comment, with a comma
		second := "a, b) -> x", third = [1, (2), {"k": ")"}],
	) -> \
	void:
	pass
@rpc func arguments(a, b: int, c: Array[int], d: Dictionary[String, int], e := 1, f := 1.5, g := Vector2(1, 2), h := Color.RED, i: Node = null, j := &"n", k := ^"a/b", l := -1, m := true) -> void:
	pass
@rpc func rest(first: int, ...others: Array) -> void: pass
@rpc func coroutine() -> void:
	await get_tree().process_frame
	var inner := func(x): return x
	inner.call(1)
func not_rpc(): pass
static func static_one(): pass
signal rpc_signal(a)
enum Kind { A, B,
	C }
var lambda := func():
	@warning_ignore("unused_variable")
	var x := 1
var property: int:
	set(value):
		property = value
	get:
		return property
@export var hp: int = 100
@rpc func größe(länge: float) -> void: pass
@rpc func 你好(): pass
@rpc func _under(): pass
@rpc func Upper(): pass
@rpc func a(): pass
@rpc func aa(): pass
@rpc func a1(): pass
