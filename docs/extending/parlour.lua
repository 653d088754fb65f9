-- SPDX-License-Identifier: GPL-2.0-or-later
-- A game that rolls dice by a call with a byte array, and chats by RAW messages.

local dice = Proto("parlour_dice", "Parlour dice")
local die = ProtoField.uint8("parlour_dice.die", "Die", base.DEC)
dice.fields = { die }

function dice.dissector(bytes, pinfo, tree)
    local dice_tree = tree:add(dice, bytes())
    for i = 0, bytes:len() - 1 do
        dice_tree:add(die, bytes(i, 1))
    end
end

local chat = Proto("parlour_chat", "Parlour chat")
local line = ProtoField.string("parlour_chat.line", "Line")
chat.fields = { line }

function chat.dissector(bytes, pinfo, tree)
    tree:add(chat, bytes()):add_packet_field(line, bytes(), ENC_UTF_8)
    pinfo.cols.protocol = "Parlour"
end

-- Of RAW messages on other channels, those that are nothing but text.
local function chat_heuristic(bytes, pinfo, tree)
    if bytes:raw():find("[^ -~]") then
        return false
    end
    chat.dissector(bytes, pinfo, tree)
    return true
end

DissectorTable.get("godot.rpc.method"):add("reliable", dice)    -- the method's name in the game's scripts
DissectorTable.get("godot.raw.channel"):add(4, chat)            -- a channel as the game counts
chat:register_heuristic("godot.raw", chat_heuristic)
