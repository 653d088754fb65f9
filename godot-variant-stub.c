/* Removed as soon as the Variant walker is there. */
#include "packet-godot-variant.h"
__attribute__((weak)) void godot_variant_register_preferences(module_t *module _U_) { }
__attribute__((weak)) int godot_variant_check(tvbuff_t *tvb _U_, int offset _U_, int end _U_, godot_dialect_t dialect _U_, godot_encoding_t encoding _U_) { return end; }
__attribute__((weak)) int dissect_godot_variant(tvbuff_t *tvb _U_, packet_info *pinfo _U_, proto_tree *tree _U_, int offset _U_, int end _U_,
                          godot_dialect_t dialect _U_, godot_encoding_t encoding _U_,
                          godot_value_t *value _U_, bool want_text _U_) { value->text = "?"; return end; }
