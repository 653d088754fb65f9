extends Resource
# Sent whole: its source text travels with it.

export var damage := 12
export var title := "sword"
export var owners := ["a", 2]


func double() -> int:
	return damage * 2
