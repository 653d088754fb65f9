extends Node
## A node with many properties, which are all in one dictionary.

var values := {}


func _get(property: StringName) -> Variant:
	return values.get(property, 0) if property.begins_with("value_") else null


func _set(property: StringName, x: Variant) -> bool:
	if not property.begins_with("value_"):
		return false
	values[property] = x
	Truth.note(self, property, x)
	return true
