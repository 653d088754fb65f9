# SPDX-License-Identifier: GPL-2.0-or-later
"""Lengths, counts and offsets in a project's files that fit exactly, and those that are one too many."""

import struct

import pytest

import compressors
import packs
from test_project import read
from test_project_packs import KEY, ROOT, child, compiled, read_with, scene

ONE = {"a.gd": b"@rpc func f(): pass\n"}


def notes_of(path, content):
    path.write_bytes(content)
    return " ".join(read(path, timeout=20)["notes"])


# ---- Packs ----

def ends(size, magic=packs.MAGIC):
    """Returns an executable with a pack, whose last twelve bytes say this."""
    return packs.embedded(lambda start: packs.pack(ONE, 3, start))[:-12] + struct.pack("<Q", size) + magic


def test_the_end_of_an_executable_says_how_long_its_pack_is(tmp_path):
    length = len(packs.pack(ONE, 3, 1000))
    assert notes_of(tmp_path / "a.exe", ends(length)) == ""
    for content in (ends(length, b"GDPD"), ends(length + 1), ends(1 << 63), ends((1 << 64) - 8)):
        assert "no pack" in notes_of(tmp_path / "a.exe", content)       # -8: where these twelve bytes have the magic


def test_the_salt_of_a_pack_has_32_bytes(tmp_path):
    """What is reserved behind it has no meaning."""
    path = packs.sparse(ONE, tmp_path, 4, bytes.fromhex(KEY), b"s" * 32)
    content = bytearray(path.read_bytes())
    content[72:104] = b"x" * 32
    path.write_bytes(content)
    told = read_with(KEY, path)
    assert told["notes"] == [] and list(told["scripts"]) == ["res://a.gd"]


@pytest.mark.parametrize("more, note", [(0, "needs its key"), (1, "its directory lies behind its end")])
def test_a_directory_that_is_longer_than_its_pack(tmp_path, more, note):
    head = packs.MAGIC + struct.pack("<5IQQ", 3, 4, 6, 0, 3, 0, 104) + bytes(64)
    rest = 100
    assert note in notes_of(tmp_path / "a.pck", head + struct.pack("<I16xQ", 1, rest + more) + bytes(rest - 24))


@pytest.mark.parametrize("version", [1, 2, 3])
def test_the_last_file_of_a_pack(tmp_path, version):
    """It ends where the pack ends, also if it is empty."""
    assert notes_of(tmp_path / "a.pck", packs.pack({**ONE, "empty.gd": b""}, version)) == ""
    assert notes_of(tmp_path / "b.pck", packs.pack({"a.gd": b"@rpc func f(): pass\n"}, version)) == ""


def test_a_file_as_long_as_its_pack(tmp_path):
    """Offsets in packs of Godot 3 begin with the pack, and nothing says that a file begins behind the header."""
    length = len(packs.pack(ONE, 1))
    no_md5 = bytes(16)
    for size, note in [(length, "not UTF-8 text"), (length + 1, "behind its end")]:
        assert note in notes_of(tmp_path / "a.pck", packs.pack(ONE, 1, offset=0, size=size, md5=no_md5))


def test_the_size_of_an_encrypted_file_has_no_overflow(tmp_path):
    """What encryption adds to it would make it small."""
    assert "behind its end" in notes_of(tmp_path / "a.pck", packs.pack(ONE, 3, size=(1 << 64) - 1, flags=1))


@pytest.mark.parametrize("source, told", [(b"\n", True), (b"\r\n", True), (b"//\n", False)])
def test_sources_that_the_exporter_of_cs_left_out(tmp_path, source, told):
    assert ("assembly" in notes_of(tmp_path / "a.pck", packs.pack({"A.cs": source}, 3))) == told


@pytest.mark.parametrize("count, told", [(32, False), (33, True)])
def test_the_packs_beside_a_patch(tmp_path, count, told):
    """32 are looked at; other files, and the patch itself, are not counted. Each has a file that the patch changes."""
    for number in range(count):
        (tmp_path / f"{number}.pck").write_bytes(packs.pack({f"{number}.gd": b"#"}, 3))
    for number in range(20):
        (tmp_path / f"{number}.txt").touch()
    changes = b"GDDL\x01" + compressors.zstd_delta(b"pass", b"#")
    content = packs.pack({f"{number}.gd": changes for number in range(count)}, 3, flags=4)
    assert ("packs beside a patch" in notes_of(tmp_path / "patch.pck", content)) == told
    assert len(read(tmp_path / "patch.pck")["scripts"]) == 32


# ---- Compiled scripts ----

EXTENDS, FUNC, PASS, OPEN, CLOSE, COLON = 59, 60, 47, 77, 78, 84      # GDScriptTokenizer::Token::Type of 4.5
RPC, NAME, LITERAL = 1, 2, 3                                        # what has the number of a name, or of a constant


def token(kind, number=None):
    return struct.pack("<BI", kind, 1) if number is None else struct.pack("<II", kind | 0x80 | number << 8, 1)


MASKED = bytes(byte ^ 0xB6 for byte in range(256))     # what each byte of a name is
FUNCTION = [token(RPC, 0), token(FUNC), token(NAME, 1), token(OPEN), token(CLOSE), token(COLON), token(PASS)]


def script(tokens, lines=(0,), more=b"", names=("@rpc", "f")):
    """Returns a compiled script. lines: the tokens that begin one; more: what is behind the last token."""
    count = len(names)
    names = b"".join(struct.pack("<I", len(name)) + name.encode("utf-32-le").translate(MASKED) for name in names)
    places = b"".join(struct.pack("<II", at, number) for number, at in enumerate(lines, 1))
    columns = b"".join(struct.pack("<II", at, 1) for at in lines)
    counts = struct.pack("<4I", count, 0, len(lines), len(tokens))
    return compiled(counts + names + places + columns + b"".join(tokens) + more)


def methods_of(path, made, *notes):
    """The names of the functions that remote peers may call in the script "a.gd" of a pack."""
    path.write_bytes(packs.pack(made, 3))
    told = read(path)
    assert told["notes"] == [*notes]
    return [method["name"] for method in told["scripts"]["res://a.gd"]["methods"]]


def test_a_crafted_script(tmp_path):
    assert methods_of(tmp_path / "a.pck", script(FUNCTION)) == ["f"]


def test_a_script_whose_tokens_are_as_short_as_can_be(tmp_path):
    made = compiled(struct.pack("<4I", 0, 0, 0, 2) + token(PASS) * 2)
    assert methods_of(tmp_path / "a.pck", made) == []


def test_a_script_ends_with_its_last_token(tmp_path):
    """Whatever is behind that."""
    for length in range(len(FUNCTION)):
        made = script(FUNCTION[:length], (0,) if length else (), b"".join(FUNCTION[length:]))
        assert methods_of(tmp_path / "a.pck", made) == ["f"] * (length > 2)


def test_a_script_whose_tokens_are_not_all_there(tmp_path):
    """GDScriptTokenizerBuffer::set_code_buffer() refuses it."""
    whole = script([*FUNCTION, *[token(PASS)] * 50])["a.gdc"]
    for cut in range(1, 9):
        made = {**script(FUNCTION), "a.gdc": whole[:-cut]}
        assert "damaged" in notes_of(tmp_path / "a.pck", packs.pack(made, 3))


def test_more_tokens_than_bytes(tmp_path):
    """No memory is asked for them."""
    made = {**script(FUNCTION), **compiled(struct.pack("<8I", 0, 0, 1, 0xFFFFFFFF, 5, 1, 5, 1))}
    assert "damaged" in notes_of(tmp_path / "a.pck", packs.pack(made, 3))


def test_a_bracket_that_nothing_opened(tmp_path):
    """The next line begins nevertheless."""
    assert methods_of(tmp_path / "a.pck", script([token(NAME, 1), token(CLOSE), *FUNCTION], (0, 2))) == ["f"]


REPEATED = ("more than 16777216 bytes of names and values, which a compiled or binary file may use many times, "
            "the rest of it is not read")


@pytest.mark.parametrize("more, told", [(0, True), (1, False)])
def test_one_name_many_times(tmp_path, more, told):
    """Tokens of 16 MiB together are read, as many as in the largest source. That there are more is told."""
    names = ("@rpc", "f", "n" * (1 << 20), "n" * ((1 << 20) - len("\n\nrpcfunc") + more))
    tokens = [token(NAME, 2)] * 15 + [token(NAME, 3)]
    made = script([*tokens, *FUNCTION], (0, 16), names=names)
    assert methods_of(tmp_path / "a.pck", made, f"res://a.gd: {REPEATED}") == ["f"] * told
    made = script([*tokens, *FUNCTION[:3]], (0, 16), names=names)
    assert methods_of(tmp_path / "a.pck", made, *[f"res://a.gd: {REPEATED}"] * (not told)) == ["f"] * told


def test_a_name_of_a_script_that_is_not_there(tmp_path):
    """The first one behind the list, and any other."""
    for number in (2, 0xFFFFFF):
        assert methods_of(tmp_path / "a.pck", script([token(NAME, number), *FUNCTION], (0, 1))) == ["f"]


def test_a_constant_that_is_not_there(tmp_path):
    assert methods_of(tmp_path / "a.pck", script([token(EXTENDS), token(LITERAL, 0), *FUNCTION], (0, 2))) == ["f"]


# ---- Binary resources ----

NONE = 0xFFFFFFFF
INTERNAL, EXTERNAL, NODE_PATH = 2, 3, 22


def level(depth):
    """Nodes below one another: the root, then as many as depth says."""
    return ROOT + [word for parent in range(depth) for word in child(parent)]


def nodes_of(folder, made, *notes):
    (folder / "a.scn").write_bytes(made)
    told = read(folder)
    assert told["notes"] == [*notes]
    return told["scenes"]["res://a.scn"]["nodes"]


def test_the_depth_of_a_binary_scene(tmp_path):
    """256 below one another are read, as in a text; the others are not there, which is told."""
    told = "res://a.scn: more than 256 nodes below one another, those below are left out"
    for depth, notes in [(255, []), (256, []), (257, [told]), (258, [told]), (300, [told])]:
        assert len(nodes_of(tmp_path, scene(level(depth)), *notes)) == min(depth, 256) + 1


def test_a_parent_that_comes_later(tmp_path):
    """Neither it nor what is below it is there; the next nodes are."""
    nodes = nodes_of(tmp_path, scene(ROOT + child(7) + child(1) + child(3) + child(0x3FFFFFFF) + child(0)))
    assert [node[0] for node in nodes] == [".", "n"]


def test_the_first_numbers_that_mean_nothing(tmp_path):
    """A node's name, parent, script in another file, and value. None is there, and the nodes after it are. A sanitizer
    sees what is read behind a list if all of the list's memory is used."""
    no_name = [0, 0, 1, 2, NONE, 0, 0]
    assert [node[0] for node in nodes_of(tmp_path, scene(ROOT + no_name + child(0)))] == [".", "n"]
    assert nodes_of(tmp_path, scene(ROOT, ())) == []
    no_parents = [word for number in range(1, 17) for word in child(number)]
    assert [node[0] for node in nodes_of(tmp_path, scene(ROOT + no_parents + child(0)))] == [".", "n"]
    no_file = struct.pack("<III", 24, EXTERNAL, 0)
    for count in range(1, 9):
        for number in (0, count):
            made = scene(ROOT[:-2] + [1, 2, number, 0] + child(0), ("r", "n", "script"), no_file * count, count)
            assert nodes_of(tmp_path, made) == [[".", None, []], ["n", None, []]]


def text(value):
    return struct.pack("<I", len(value) + 1) + value + b"\0"


def resource(kind, properties, names=(), internals=(b"local://1",), magic=b"RSRC"):
    """Returns a binary resource. properties: for each the number of its name, and its value; those within the file
    begin at one place and have the same."""
    head = magic + struct.pack("<5I", 0, 0, 4, 6, 6) + text(kind) + struct.pack("<QIQ", 0, 1, 0) + bytes(44)
    head += struct.pack("<I", len(names)) + b"".join(map(text, names)) + struct.pack("<II", 0, len(internals))
    offset = len(head) + sum(len(text(name)) + 8 for name in internals)
    head += b"".join(text(name) + struct.pack("<Q", offset) for name in internals)
    return head + text(kind) + struct.pack("<I", len(properties)) + b"".join(
        struct.pack("<I", number) + value for number, value in properties) + b"RSRC"


def node_path(names, subnames):
    """Returns a value: a NodePath of these numbers of names."""
    return struct.pack(f"<IHH{len(names) + len(subnames)}I", NODE_PATH, len(names), len(subnames), *names, *subnames)


def paths_of(folder, made):
    """The properties that a synchronizer with this configuration, the file config.res, replicates."""
    (folder / "config.res").write_bytes(made)
    (folder / "a.tscn").write_text("""[gd_scene]
[ext_resource type="SceneReplicationConfig" path="res://config.res" id="1"]
[node name="R" type="Node"]
[node name="S" type="MultiplayerSynchronizer" parent="."]
replication_config = ExtResource("1")
""")
    told = read(folder)
    [synchronizer] = told["scenes"]["res://a.tscn"]["synchronizers"]
    return [prop["path"] for prop in synchronizer["properties"]], told["notes"]


CONFIG = b"SceneReplicationConfig"
NAMES = (b"properties/0/path", b".", b"hp")
PROPERTY = (0, node_path([1], [2]))


def test_a_crafted_configuration(tmp_path):
    assert paths_of(tmp_path, resource(CONFIG, [PROPERTY], NAMES)) == ([".:hp"], [])


def test_a_name_that_is_not_there(tmp_path):
    """The property after it is read."""
    for number in (len(NAMES), 0x7FFFFFFF):
        assert paths_of(tmp_path, resource(CONFIG, [(number, PROPERTY[1]), PROPERTY], NAMES)) == ([".:hp"], [])


def test_a_path_of_any_length(tmp_path):
    """It ends with the first name that makes it 4,096 characters long, or longer."""
    for length, count in [(1000, 5), (818, 5), (88, 47)]:
        names = (*NAMES[:2], b"n" * length)
        [[path], notes] = paths_of(tmp_path, resource(CONFIG, [(0, node_path([1], [2] * 30000))], names))
        assert notes == [] and path == "." + (":" + "n" * length) * count


@pytest.mark.parametrize("length", [1, 1024, 1025])
def test_a_name_of_any_length(tmp_path, length):
    """More than 1,024 characters count as none."""
    names = (*NAMES[:2], b"n" * length)
    assert paths_of(tmp_path, resource(CONFIG, [(0, node_path([1], [2]))], names)) == (
        [".:" + "n" * length * (length <= 1024)], [])


def test_one_name_of_many_nodes(tmp_path):
    """Fifteen times as a name and as a type, which takes 16 MiB, or more."""
    for size, notes in [((1 << 24) // 15 - 100, []), ((1 << 24) // 14 + 1, [f"res://a.scn: {REPEATED}"])]:
        made = scene(ROOT + child(0) * 7, ("r", "n" * size))
        assert len(nodes_of(tmp_path, made, *notes)) == 8 - len(notes)


def test_what_is_not_in_the_file(tmp_path):
    """A property whose value is not there, and a script that is not."""
    script_of = struct.pack("<III", 24, INTERNAL, 1)
    made = scene(ROOT[:-2] + [2, 2, 3, 2, 0, 0], ("r", "n", "script"), script_of * 3, 3)
    assert [node[0] for node in nodes_of(tmp_path, made)] == ["."]


def packed(content, block=4096, damaged=False):
    """Returns a compressed resource (core/io/file_access_compressed.cpp); its content has no magic of its own."""
    parts = [content[at:at + block] for at in range(0, len(content) + 1, block)]
    stored = [compressors.zstd(part) for part in parts]
    if damaged:
        stored[-1] = bytes(len(stored[-1]))
    lengths = struct.pack(f"<III{len(stored)}I", 2, block, len(content), *map(len, stored))
    return b"RSCC" + lengths + b"".join(stored) + b"RSCC"


@pytest.mark.parametrize("block", [1, 16, 100, 4096])
def test_compressed_resources(tmp_path, block):
    """Also if the last block is empty."""
    made = resource(CONFIG, [PROPERTY], NAMES, magic=b"")
    made += bytes(-len(made) % 16)
    assert paths_of(tmp_path, packed(made, block)) == ([".:hp"], [])
    assert paths_of(tmp_path, packed(made + bytes(1), block)) == ([".:hp"], [])


def test_a_block_that_is_no_block(tmp_path):
    content = resource(CONFIG, [PROPERTY], NAMES, magic=b"") + bytes(256)
    paths, notes = paths_of(tmp_path, packed(content, 256, damaged=True))
    assert paths == [] and "does not decompress to its size" in " ".join(notes)


def test_the_class_of_a_large_resource(tmp_path):
    """No more than its beginning is decompressed, whatever is behind it."""
    (tmp_path / "a.res").write_bytes(packed(resource(b"Texture", [], magic=b"") + bytes(1 << 20)))
    assert read(tmp_path)["notes"] == []


# ---- Folders ----

def test_folders_in_one_another(tmp_path):
    """32 are read, and the next one is told."""
    folder = tmp_path.joinpath(*"a" * 32)
    folder.mkdir(parents=True)
    (folder / "deep.gd").write_bytes(ONE["a.gd"])
    told = read(tmp_path)
    assert told["notes"] == [] and list(told["scripts"]) == [f"res://{'a/' * 32}deep.gd"]
    (folder / "b").mkdir()
    (folder / "b" / "deeper.gd").write_bytes(ONE["a.gd"])
    assert list(read(tmp_path)["scripts"]) == list(told["scripts"])
    assert "more than 32 folders in one another" in " ".join(read(tmp_path)["notes"])


@pytest.mark.parametrize("path, length, found", [
    ('"res://a.gdc"', 0, True), ('"res://a.gdc"', 65536, True), ('"res://a.gdc"', 65537, False),
    ('res://a.gdc', 0, False), ('"res://a.gdc', 0, False), ('res://a.gdc"', 0, False), ('"', 0, False),
    ('', 0, False)])
def test_a_remap(tmp_path, path, length, found):
    """Its value has quotes, and the file is not large."""
    files = script(FUNCTION)
    files["a.gd.remap"] = f"[remap]\npath={path}\n".encode().ljust(length, b"\n")
    (tmp_path / "a.pck").write_bytes(packs.pack(files, 3))
    assert bool(read(tmp_path / "a.pck")["scripts"]) == found


# ---- Sources: where strings, brackets and classes end ----

def signatures(tmp_path, name, source):
    """The functions that remote peers may call, of all classes, as "name(argument: type, ...)"."""
    (tmp_path / name).write_text(source)
    told = read(tmp_path)
    assert told["notes"] == []
    methods = [method for script in told["scripts"].values() for method in script["methods"]]
    arguments = [", ".join(": ".join(filter(None, (argument["name"], argument["type"])))
                           for argument in method["arguments"]) for method in methods]
    return [f"{method['name']}({text})" for method, text in zip(methods, arguments)]


@pytest.mark.parametrize("source, expected", [
    ('var v = """a"\n@rpc func no(): pass\n"" b"""\n@rpc func f(): pass', ["f()"]),
    ('var v = "a\\\n@rpc func no(): pass\n"\n@rpc func f(): pass', ["f()"]),
    ("x)\n@rpc func f(): pass", ["f()"]),
    ("@rpc func f(a, b: int, c := 1, d = 0x1e, e = -1.5, g = 1e3): pass",
     ["f(a, b: int, c: int, d: int, e: float, g: float)"]),
    ("@rpc func f(a: Dictionary[String, Array] = {'x': [1, 2]}, b = [1, {}], c = Vector2(1, 2)): pass",
     ["f(a: Dictionary[String, Array], b: Array, c: Vector2)"]),
    ("@rpc func f(a = g((1), 2), b = (1), c = 'x' + 'y', d = {}, e = 1 + 2, h = -x): pass",
     ["f(a, b, c, d: Dictionary, e, h)"]),
    ("@rpc func f(a = 0b1, b = 0x_f, c = 1, d = &'n', e = ^'p', g = true, h = not true): pass",
     ["f(a: int, b: int, c: int, d: StringName, e: NodePath, g: bool, h)"]),
    ("@export_range(0, (1 + 2), ')') var v = 1; @rpc func f(): pass", ["f()"]),
    ("@export_enum('a', ['b']) var v := [')']\n@rpc func f(): pass", ["f()"]),
    ("@rpc func f(a: int = [1, 2][(0)], b: float = 2): pass; pass", ["f(a: int, b: float)"]),
    ("@warning_ignore('a', (1), 'b') @rpc func f(): pass", ["f()"]),
    ("class C:\n\tclass D:\n\t\t@rpc func g(): pass\n\t@rpc func f(): pass", ["f()", "g()"]),
    ("@rpc func f(a = func(x): return x, b := 1, c = func(y, z): print(y, z); return [y, z]): pass",
     ["f(a, b: int, c)"]),
])
def test_where_parts_of_a_script_end(tmp_path, source, expected):
    assert signatures(tmp_path, "a.gd", source) == expected


@pytest.mark.parametrize("arguments, mode", [
    ("", 2), ("'any_peer'", 1), ("'any' + '_peer'", 1), ("A + B", 1), ("C + B", 2), ("C + C + B + B", -1),
    ("('any_peer')", -1), ("x = 1, 'any_peer'", 1), ("'any_peer',", 1), ("('x'), 'any_peer'", 1), ("+ 'any_peer'", 1),
    ("D + ''", 2), ("E + ''", -1)])
def test_arguments_of_an_annotation(tmp_path, arguments, mode):
    """1 is RPC_MODE_ANY_PEER, 2 RPC_MODE_AUTHORITY. What may need more than 4 KiB, or a calculation, is not known."""
    (tmp_path / "a.gd").write_text(
        f"const A = 'any'; const B = '_peer'; const C = '{'c' * 3000}'\n"
        f"const D = '{'d' * 4095}'; const E = '{'e' * 4096}'\n"
        f"@rpc({arguments}) func f(): pass\n")
    [method] = read(tmp_path, timeout=10)["scripts"]["res://a.gd"]["methods"]
    assert method["mode"] == mode


def test_classes_of_cs_in_one_another(tmp_path):
    (tmp_path / "a.cs").write_text("} class A : Node { class B : Node { class C : Node { } } class D : Node { } } } "
                                   "class E : Node { }")
    assert set(read(tmp_path)["scripts"]) == {"res://a.cs", *(f"res://a.cs:{name}" for name in (
        "A", "A.B", "A.B.C", "A.D", "E"))}


@pytest.mark.parametrize("source, expected", [
    ("void F(Dictionary<string, int> a, int b) {}", ["F(a: Dictionary<string,int>, b: int)"]),
    ("void F(A<B<C>, D[]> a, int[] b, string c) {}", ["F(a: A<B<C>,D[]>, b: PackedInt32Array, c: String)"]),
    ("void F(string a = nameof(X), int b = G(1, 2), bool c = (true), int d = 3) {}",
     ["F(a: String, b: int, c: bool, d: int)"]),
    ("void F([A(1), B(new[] { 1 })] int a, [C] float b = 2) {}", ["F(a: int, b: float)"]),
    ('void F(string a = @"x""\\", string b = $"{1}", string c = "\\"", char d = \'"\', string e = """x"y""") {}',
     ["F(a: String, b: String, c: String, d: int, e: String)"]),
    ("Task<List<int>> F(int @params) => G<A, B>(1);", ["F(params: int)"]),
])
def test_where_parts_of_a_method_of_cs_end(tmp_path, source, expected):
    assert signatures(tmp_path, "a.cs", f"}}\npublic partial class C : Node {{ [Rpc] public {source} }}") == expected


@pytest.mark.parametrize("body, expected", [
    ("[RpcAttribute] void F() {}", ["F()"]), ("[Godot.Rpc()] void F() {}", ["F()"]), ("[A(Rpc)] void F() {}", []),
    ("[A[Rpc]] void F() {}", []), ("[A, Rpc] void F() {}", ["F()"]), ("[Rpc] [A] void F() {}", ["F()"]),
    ("[Rpc] static void F() {}", []), ("[Rpc] int x; void F() {}", []), ("[Rpc] void F() {} void G() {}", ["F()"]),
    ("[Rpc] void Schläge(int größe) {}", ["Schläge(größe: int)"]),
    ("[Rpc] void @class(int @if) {}", ["class(if: int)"]),
    ("char c = 'x\n[Rpc] void F() {}", []), ("char c = '\"'; [Rpc] void F() {}", ["F()"]),
    ("string s = \"a\\\\\"; [Rpc] void F() {}", ["F()"]),
    ("string s = \"\"\"a\\\"\"\"; [Rpc] void F() {}", ["F()"]),
    ("interface I { [Rpc] void X(); } [Rpc] void F() {}", ["X()", "F()"]),
    ("struct S { int y; } [Rpc] void F() {}", ["F()"]), ("record R { int z; } [Rpc] void F() {}", ["F()"]),
    ("record R(int a, int b); [Rpc] void F() {}", ["F()"]), ("enum E { A, B } [Rpc] void F() {}", ["F()"]),
    ("class I<T> : B<T> where T : class { [Rpc] void X() {} } [Rpc] void F() {}", ["X()", "F()"]),
    ("int P { get; set; } = 3; [Rpc] void F() {}", ["F()"]), ("int P => 3; [Rpc] void F() {}", ["F()"]),
    ("int[] a = { 1, 2 }; [Rpc] void F() {}", ["F()"]), ("Action a = () => { f(); }; [Rpc] void F() {}", ["F()"]),
    ("event Action E; [Rpc] void F() {}", ["F()"]), ("[Rpc] void F(int a; int b) {}", ["F(a: int)"])])
def test_members_of_a_class_of_cs(tmp_path, body, expected):
    assert sorted(signatures(tmp_path, "a.cs", f"public partial class C : Node {{ {body} }}")) == sorted(expected)


@pytest.mark.parametrize("calls, expected", [
    ('RpcConfig("G", x);', True), ("RpcConfig(nameof(G), x);", True), ("RpcConfig(MethodName.G, x);", True),
    ('this.RpcConfig("G", x);', True), ('RpcConfig(new StringName("G"), x);', True), ('Other("G", x);', False),
    ('RpcConfig("G");', False), ('RpcConfig = "G", x;', False), ('RpcConfig("G"; x);', False),
    ('if (a) { RpcConfig("G", x); }', True), ('RpcConfig("H"; RpcConfig("G", x);', True),
    ('RpcConfig("H"} RpcConfig("G", x);', False)])
def test_what_a_class_of_cs_configures(tmp_path, calls, expected):
    (tmp_path / "a.cs").write_text(
        f"partial class C : Node {{ [Rpc] void F() {{}} void G() {{}} void R() {{ {calls} }} }}")
    assert (["G", "F"] in read(tmp_path)["md5"].values()) == expected


# ---- Settings, and scenes in scenes ----

def setting(name, value):
    """A String is a Variant of type 4, an int one of type 2."""
    value = struct.pack("<II", 2, value) if isinstance(value, int) else struct.pack(
        "<II", 4, len(value)) + value + bytes(-len(value) % 4)
    return struct.pack("<I", len(name)) + name + struct.pack("<I", len(value)) + value


def with_settings(path, magic, count):
    """What is told of a pack with a script that extends an autoload, the third one of its settings."""
    settings = magic + struct.pack("<I", count) + setting(b"x", b"y") + setting(b"autoload/No", 1) + setting(
        b"autoload/Net", b"*res://net.gd") + setting(b"renderer/Net", b"res://a.gd")
    made = {"project.binary": settings, "net.gd": b"extends Node\n", "a.gd": b"extends Net\n"}
    path.write_bytes(packs.pack(made, 3))
    return read(path, timeout=10)


@pytest.mark.parametrize("count, base", [(0, None), (2, None), (3, "res://net.gd"), (4, "res://net.gd"),
                                         (0xFFFFFFFF, "res://net.gd")])
def test_the_number_of_binary_settings(tmp_path, count, base):
    """As many as it says, and as are there."""
    told = with_settings(tmp_path / "a.pck", b"ECFG", count)
    assert told["notes"] == [] and told["scripts"]["res://a.gd"]["base"] == base


def test_binary_settings_that_are_none(tmp_path):
    told = with_settings(tmp_path / "a.pck", b"ECFH", 3)
    assert told["notes"] == [f"{tmp_path}/a.pck: res://project.binary: not the settings of a Godot project"]
    assert told["scripts"]["res://a.gd"]["base"] is None


def test_the_end_of_an_encrypted_text(tmp_path):
    """Nothing is read behind it, whatever is in memory there."""
    made = {"b.gd": b"extends Node\n", "b.gd.uid": b"uid://b8", "a.gd": b"extends 'uid://b8'\n"}
    path = packs.sparse(made, tmp_path, 3, bytes.fromhex(KEY))
    assert read_with(KEY, path)["scripts"]["res://a.gd"]["base"] == "res://b.gd"


@pytest.mark.parametrize("below, told", [(15, False), (16, True)])
def test_scenes_in_one_another(tmp_path, below, told):
    """16 are read, and it is told if there are more."""
    for number in range(below + 1):
        more = '[node name="n" parent="." instance=ExtResource("1")]\n' if number < below else ""
        (tmp_path / f"{number}.tscn").write_text(
            f'[gd_scene]\n[ext_resource path="res://{number + 1}.tscn" id="1"]\n[node name="r" type="Node"]\n{more}'
            '[node name="last" type="Node" parent="."]\n')
    result = read(tmp_path)
    assert ("scenes in one another" in " ".join(result["notes"])) == told
    assert "/".join(["n"] * 15 + ["last"]) in [node[0] for node in result["scenes"]["res://0.tscn"]["nodes"]]
    assert "/".join(["n"] * 16 + ["last"]) not in [node[0] for node in result["scenes"]["res://0.tscn"]["nodes"]]


# ---- Scenes ----

def test_properties_in_their_order(tmp_path):
    """SceneReplicationConfig::_set(): a path has the next number, and the rest is of a path that is there."""
    (tmp_path / "a.tscn").write_text("""[gd_scene]
[sub_resource type="SceneReplicationConfig" id="1"]
properties/0/spawn = false
properties/1/path = NodePath(".:no")
properties/0/path = NodePath(".:a")
properties/0/path = NodePath(".:no")
properties/1/spawn = false
properties/1 = false
properties/0 = false
properties/1/path = NodePath(".:b")
properties/1/spawn = false
[node name="R" type="Node"]
[node name="S" type="MultiplayerSynchronizer" parent="."]
replication_config = SubResource("1")
""")
    [synchronizer] = read(tmp_path)["scenes"]["res://a.tscn"]["synchronizers"]
    assert [(prop["path"], prop["spawn"]) for prop in synchronizer["properties"]] == [(".:a", True), (".:b", False)]


def test_where_values_of_a_scene_end(tmp_path):
    """Blanks and line ends in brackets and strings belong to a value; numbers of resources may have no quotes."""
    (tmp_path / "a.gd").write_bytes(ONE["a.gd"])
    (tmp_path / "a.tscn").write_text("""[gd_scene]
[ext_resource path="res://a.gd" type="Script" id=1]
[sub_resource type="SceneReplicationConfig" id="2"]
properties/0/path = NodePath(".:aim")
[node name="R" groups=["a b", "c]", ["d", "e"]] type="Node"]
list = [1,
name = (2),
3]
aim = Vector3(1, 2, 3)
script = ExtResource( 1 )
[node name="S" groups=[ "f" ] parent="." type="MultiplayerSynchronizer"]
text = "a
replication_config = SubResource("no")
"
replication_config = SubResource("2")
""")
    scene_told = read(tmp_path)["scenes"]["res://a.tscn"]
    assert scene_told["nodes"] == [[".", "res://a.gd", []], ["S", None, []]]
    [synchronizer] = scene_told["synchronizers"]
    assert [(prop["path"], prop["type"]) for prop in synchronizer["properties"]] == [(".:aim", "Vector3")]
