/* test-godot-project-scripts.c
 * What do the readers of GDScript and C# find in a script? Each text is as the language defines it, and the answer
 * what a reader of the language's manual would write down.
 *
 * Copyright 2026 The wireshark-godot authors
 *
 * Wireshark - Network traffic analyzer
 * By Gerald Combs <gerald@wireshark.org>
 * Copyright 1998 Gerald Combs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include <zstd.h>

#include "project/csharp-reader.h"
#include "project/gdscript-compiled.h"
#include "project/gdscript-reader.h"
#include "project/limits.h"
#include "tests/unit/declared.h"
#include "tests/unit/words.h"

/* ---- A class as a text: its functions, variables, calls of rpc_config(), constants and inner classes ---- */

static void
add_functions(GString *told, const GPtrArray *functions)
{
    for (guint i = 0; i < functions->len; i++) {
        const godot_function_t *function = g_ptr_array_index(functions, i);

        if (function->is_rpc) {
            g_string_append(told, "@");
            add_config(told, &function->config);
            g_string_append_c(told, ' ');
        }
        g_string_append(told, function->name);
        add_arguments(told, function->arguments);
        g_string_append(told, "; ");
    }
}

static void
add_reference(GString *told, const char *before, const godot_reference_t *reference)
{
    if (reference->path || reference->names)
        g_string_append_printf(told, "%s%s%s%s", before, reference->path ? reference->path : "",
                               reference->path && reference->names ? ":" : "",
                               reference->names ? reference->names : "");
}

static void
add_constants(GString *told, GHashTable *constants)
{
    GList *names = g_list_sort(g_hash_table_get_keys(constants), (GCompareFunc)strcmp);

    for (const GList *at = names; at; at = at->next) {
        g_string_append_printf(told, "const %s", (const char *)at->data);
        add_reference(told, " = ", g_hash_table_lookup(constants, at->data));
        g_string_append(told, "; ");
    }
    g_list_free(names);
}

static void
add_class(GString *told, const godot_class_t *found)
{
    add_functions(told, found->functions);
    for (guint i = 0; i < found->variables->len; i++) {
        g_string_append(told, "var ");
        add_declaration(told, g_ptr_array_index(found->variables, i));
        g_string_append(told, "; ");
    }
    for (guint i = 0; i < found->calls->len; i++) {
        const godot_rpc_call_t *call = g_ptr_array_index(found->calls, i);

        g_string_append_printf(told, "%s %s ", call->own ? "own" : "other", call->name);
        add_config(told, &call->config);
        g_string_append(told, "; ");
    }
    add_constants(told, found->constants);
    for (guint i = 0; i < found->inner->len; i++) {
        const godot_class_t *inner = g_ptr_array_index(found->inner, i);

        g_string_append_printf(told, "%s", inner->name);
        add_reference(told, " < ", &inner->base);
        g_string_append(told, " { ");
        add_class(told, inner);
        g_string_append(told, "} ");
    }
}

static char *
told_of(const godot_class_t *file)
{
    GString *told = g_string_new(file->name);

    add_reference(told, " < ", &file->base);
    g_string_append(told, told->len ? "; " : "");
    add_class(told, file);
    return g_strstrip(g_string_free(told, FALSE));
}

typedef struct {
    const char *text, *told;
} case_t;

/* Reads a text, which stands in a block of memory of just its length. blank: stands in place of blanks between words */
static void
check_one(godot_class_t *(*read)(const char *text, size_t length), const case_t *one, char blank)
{
    size_t         length = strlen(one->text);
    char          *text = g_memdup2(one->text, length), *told;
    godot_class_t *file;

    for (size_t i = 1; i < length; i++)
        if (text[i] == ' ' && !g_ascii_isspace(text[i - 1]))
            text[i] = blank;
    g_test_message("%s", one->text);
    file = read(text, length);
    told = told_of(file);
    g_assert_cmpstr(told, ==, one->told);
    g_free(told);
    godot_class_free(file);
    g_free(text);
}

/* A NUL is a blank, too, outside a string. */
static void
check(godot_class_t *(*read)(const char *text, size_t length), const case_t *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_one(read, &cases[i], ' ');
        if (!strpbrk(cases[i].text, "\"'"))
            check_one(read, &cases[i], '\0');
    }
}

#define CHECK(read, cases)  check((read), (cases), G_N_ELEMENTS(cases))

/* ---- C# ---- */

static void
test_csharp_classes(void)
{
    static const case_t cases[] = {
        { "class A { }", "A { }" },
        { "\xEF\xBB\xBF" "class A { }", "A { }" },
        { "public abstract partial class A_1<T> : B.C<int>, ID where T : class, new() { }", "A_1 < B.C { }" },
        { "class Größe:Basis{}class C{}", "Größe < Basis { } C { }" },
        { "struct A { int a; } interface IB { void F(); } record C { string c; } record struct D;",
          "A { var a: int; } IB { F(); } C { var c: String; } struct { }" },
        { "record A(int X, string Y); class B { }", "A { } B { }" },
        { "class A; class B { }", "A { } B { }" },
        { "class A : B; class C { }", "A < B { } C { }" },
        { "class A { class B : C { int b; } int a; } class D { }", "A { var a: int; B < C { var b: int; } } D { }" },
        { "namespace N.M { class A { } } class B { int b; }", "A { } B { var b: int; }" },
        { "namespace N.M; class A { int a; } class B { }", "A { var a: int; } B { }" },
        { "namespace N { namespace M { class A { void F() { } } } class B { int b; } } class C { int c; }",
          "A { F(); } B { var b: int; } C { var c: int; }" },
        { "} class A { int a; } } class B { int b; }", "A { var a: int; } B { var b: int; }" },
        { "class 1 { } class A { }", "A { }" },
        { "class { } class A { }", "A { }" },
        { "public sealed class A : B { } internal static unsafe class C : D { class E { [Rpc] void F() { } } }",
          "A < B { } C < D { E { @2200 F(); } }" },
        { "class @class { int @static; void @new(int @params) { } }", "class { new(params: int); var static: int; }" },
    };

    CHECK(csharp_read, cases);
}

static void
test_csharp_members(void)
{
    static const case_t cases[] = {
        { "class A { int a; public string B { get; set; } = \"b\"; private readonly float _c = 1.5f, d; bool E => "
          "true; "
          "static int f; }",
          "A { var a: int; var B: String; var _c: float; var E: bool; var f: int; }" },
        { "class A { Vector2I a; Godot.Vector3 b; int[] c; List<int> d; Dictionary<string, List<int>> e; int? f; }",
          "A { var a: Vector2i; var b: Godot.Vector3; var c: PackedInt32Array; var d: List<int>; "
          "var e: Dictionary<string,List<int>>; var f: int?; }" },
        { "class A { void F(int a, string b = \"x,)\", params byte[] c) { } int G(ref int a, out bool b, in long c) "
          "=> 1; }",
          "A { F(a: int, b: String, ...c: PackedByteArray); G(a: int, b: bool, c: int); }" },
        { "class A { void F([Tag(1, \"]\")] int a = G(1, H(2)), [In] int b = 2) { } }", "A { F(a: int, b: int); }" },
        { "class A { void F(int[], int b, ) { } int c; }", "A { F(b: int); var c: int; }" },
        { "class A { void F(Dictionary<string, int> a, int[,] b, Action<int, int> c = null) { } int d; }",
          "A { F(a: Dictionary<string,int>, b: int[,], c: Action<int,int>); var d: int; }" },
        { "class A { void F() { if (true) { } } void G() { { } { { } } } int a; }", "A { F(); G(); var a: int; }" },
        { "class A { void F(); abstract void G(int a); int b; }", "A { F(); G(a: int); var b: int; }" },
        { "class A { int F() => new B { C = 1 }.C; int a = new B { C = 2 }.C; int[] b = { 1, 2 }; int c; }",
          "A { F(); var a: int; var b: PackedInt32Array; var c: int; }" },
        { "class A { x; int a; } class B { void F(params int[] a) { } void G(int b) { } }",
          "A { var a: int; } B { F(...a: PackedInt32Array); G(b: int); }" },
        { "class A { A() { } ~A() { } int a; }", "A { A(); A(); var a: int; }" },
        { "class A { A(int a) : base(a) { } void F<T>(T a) where T : B { } int b; }",
          "A { A(a: int); var b: int; }" },
        { "class A { async static Task F(int a) { } static async Task G() { } public static int c = 1; event Action "
          "D; }",
          "A { F(a: int); G(); var c: int; var D: Action; }" },
        { "class A { void F(int a { } int b; } class C { }", "A { F(a: int); var b: int; } C { }" },
        { "class A { void F(int a; int b; } class C { }", "A { F(a: int); var b: int; } C { }" },
        { "class A { void IB.F(int a) { } int this[int b] => 1; int c; }",
          "A { F(a: int); var c: int; }" },
        { "class A { (int a, int b) F(int c) { } int d; }", "A { F(c: int); var d: int; }" },
        { "class A { { int a; } int b; } class C { }", "A { var b: int; } C { }" },
        { "class A { int a } class B { int b = 1 } class C { bool F() => x is X } class D { int d; }",
          "A { var a: int; } B { var b: int; } C { F(); } D { var d: int; }" },
        { "class A { int a = new X(); int b = new X { Y = 1 }.Z(); bool F() => x.Y(1) is X y; A b() => new X { }.Y(); "
          "}",
          "A { F(); b(); var a: int; var b: int; }" },
        { "class A { int a", "A { var a: int; }" },
        { "class A { void F(int a", "A { F(a: int); }" },
        { "class A { [Rpc] void F(", "A { @2200 F(); }" },
        { "class A { [Rpc", "A { }" },
        { "class A { [Rpc(", "A { }" },
        { "class A : ", "A <  { }" },
    };

    CHECK(csharp_read, cases);
}

/* What looks like a member in a comment, a string or a line for the preprocessor is none. */
static void
test_csharp_blanks(void)
{
    static const case_t cases[] = {
        { "class A { // int a;\n int b; /* int c; */ int d; /*/ int e; /*/ int f; }", "A { var b: int; var d: int; "
          "var f: int; }" },
        { "class A { /** int a; **/ int b; /* * / int c; */ int d; } // }", "A { var b: int; var d: int; }" },
        { "#if X\nclass A {\n#region int a;\n int b; # pragma int c;\n int d;\n}", "A { var b: int; var d: int; }" },
        { "class A {\tint\r\n\fa ;}", "A { var a: int; }" },
        { "class A { int a = 1 / 2; int b = 1 /* x *// 2; int c; }", "A { var a: int; var b: int; var c: int; }" },
        { "class A { string a = \"}\"; string b = \"\\\"}\"; string c = \"\\\\\"; int d; }",
          "A { var a: String; var b: String; var c: String; var d: int; }" },
        { "class A { string a = @\"}\\\"; string b = @\"\"\"}\"; string c = @\"}\"\"}\"; string d = @\"\"; int e; }",
          "A { var a: String; var b: String; var c: String; var d: String; var e: int; }" },
        { "class A { string a = $\"{1}}\"; string b = $@\"}\\\"; string c = @$\"}\\\"; int d; }",
          "A { var a: String; var b: String; var c: String; var d: int; }" },
        { "class A { string a = \"\"\"}\"}\"\"}\\\"\"\"; string b = \"\"\"\"}\"\"\"}\"\"\"\"; int c; }",
          "A { var a: String; var b: String; var c: int; }" },
        { "class A { string a = $$\"\"\"}{\"\"\"; string b = \"\"; int c; }", "A { var a: String; var b: String; var "
          "c: int; }" },
        { "class A { char a = '}'; char b = '\\''; char c = '\"'; char d = '\\\\'; int e; }",
          "A { var a: int; var b: int; var c: int; var d: int; var e: int; }" },
        { "class A { char a = 'x\n; int b; char c = '''\n; int d; }",
          "A { var a: int; var b: int; var c: int; var d: int; }" },
        { "class A { string a = \"x\n}\"; int b; }", "A { var a: String; var b: int; }" },
        { "class A { string a = '''}'''; int b; }", "A { var a: String; var b: int; }" },
        { "class A { int a = @b; int c = $ d; int e = @ f; int g; }", "A { var a: int; var c: int; var e: int; var g: "
          "int; }" },
        { "class A { string a = \"", "A { var a: String; }" },
        { "class A { string a = \"\\", "A { var a: String; }" },
        { "class A { int a; /*", "A { var a: int; }" },
        { "class A { int a; /", "A { var a: int; }" },
    };

    CHECK(csharp_read, cases);
}

static void
test_csharp_attributes(void)
{
    static const case_t cases[] = {
        { "class A { [Rpc] void F() { } void G() { } }", "A { @2200 F(); G(); }" },
        { "class A { [Rpc()] void F() { } [RpcAttribute] void G() { } [Godot.Rpc] void H() { } }",
          "A { @2200 F(); @2200 G(); @2200 H(); }" },
        { "class A { [Tool, Rpc] void F() { } [Tool][Rpc] void G() { } [Rpc][Tool(1)] public async void H() { } }",
          "A { @2200 F(); @2200 G(); @2200 H(); }" },
        { "class A { [Tool(Rpc)] void F() { } [Tool(typeof(int[]), Rpc)] void G() { } [@Rpc] void H() { } [X(1), Rpc] "
          "void I() { } }",
          "A { F(); G(); H(); @2200 I(); }" },
        { "class A { [Rpc(MultiplayerApi.RpcMode.AnyPeer)] void F() { } [Rpc(CallLocal = true), Tool(1)] void G(int "
          "a) { } }",
          "A { @1200 F(); @2210 G(a: int); }" },
        { "class A { [Rpc(TransferMode = A.B.UnreliableOrdered, TransferChannel = 3, CallLocal = false)] void F() { } "
          "[Rpc] void G() { } }",
          "A { @2103 F(); @2200 G(); }" },
        { "class A { [Rpc] public static async void F() { } static void G() { } [Rpc] int h; void I() { } [Rpc] int J "
          "{ get; } void K() { } }",
          "A { F(); G(); I(); K(); var h: int; var J: int; }" },
        { "class A { [Rpc] void F(); void G(); [Rpc] int H() => 1; void I() { } }", "A { @2200 F(); G(); @2200 H(); "
          "I(); }" },
        { "class A { [Rpc(CallLocal = (true))] void F() { } [Rpc(Other = true, mode: Disabled)] void G() { } }",
          "A { @22_0 F(); @0200 G(); }" },
        { "class A { void F([Rpc] int a) { } }", "A { F(a: int); }" },
    };

    CHECK(csharp_read, cases);
}

static void
test_csharp_calls(void)
{
    static const case_t cases[] = {
        { "class A { void F() { RpcConfig(\"G\", x); } }", "A { F(); own G ____; }" },
        { "class A { void F() { RpcConfig(nameof(G), x); this.RpcConfig(MethodName.H, x); a.RpcConfig(\"I\", x); } }",
          "A { F(); own G ____; own H ____; other I ____; }" },
        { "class A { void F() { base.RpcConfig(\"G\", x); } }", "A { F(); own G ____; }" },
        { "class A { void F() { b.this.RpcConfig(\"G\", x); a?.RpcConfig(\"H\", x); (b).RpcConfig(\"I\", x); "
          "\"this\".RpcConfig(\"J\", x); x = RpcConfig(\"K\", x); } int c; }",
          "A { F(); var c: int; own G ____; other H ____; other I ____; other J ____; own K ____; }" },
        { "class A { void F() { RpcConfig(\"G\"); var x = RpcConfig; RpcConfig(, x); RpcConfig(\"H\"; x, y); "
          "RpcConfig = \"K\", x; @RpcConfig(\"I\", x); } }",
          "A { F(); }" },
        { "class A { void F() { if (a) { RpcConfig(\"G\", new() { { \"a\", 1 } }); } else { b.RpcConfig(\"H\", x); } "
          "} int c; }",
          "A { F(); var c: int; own G ____; other H ____; }" },
        { "class A { int F { get { RpcConfig(\"G\", x); return 1; } } int b; }", "A { var F: int; var b: int; own G "
          "____; }" },
        { "class A { Action a = () => { RpcConfig(\"G\", x); }; int b; }", "A { var a: Action; var b: int; own G "
          "____; }" },
        { "class A { void F() { RpcConfig(\"G\" } int b; }", "A { F(); var b: int; }" },
        { "class A { void F() => RpcConfig(nameof(G), x); void H() => a.RpcConfig(\"I\", new() { { 1, 2 } }); int b; "
          "Action c = this.RpcConfig(\"J\", x); }",
          "A { F(); H(); var b: int; var c: Action; own G ____; other I ____; own J ____; }" },
        { "class A { class B { void F() { RpcConfig(\"G\", x); } } void H() { RpcConfig(\"I\", x); } }",
          "A { H(); own I ____; B { F(); own G ____; } }" },
    };

    CHECK(csharp_read, cases);
}

/* ---- GDScript ---- */

static void
test_gdscript_classes(void)
{
    static const case_t cases[] = {
        { "extends Node\nclass_name A\nvar a", "A < Node; var a;" },
        { "class_name A extends B.C", "A < B.C;" },
        { "@tool\n@icon(\"a.png\")\nextends \"a.gd\"", "< a.gd;" },
        { "extends \"a.gd\".B.C # x\nvar a", "< a.gd:B.C; var a;" },
        { "extends preload(\"a.gd\").B\nvar a", "< a.gd:B; var a;" },
        { "extends A\nextends 'b.gd'", "< b.gd;" },
        { "extends 'b.gd'\nextends A.'b'", "< A;" },
        { "extends \"load\"\nfun f(): pass\nva b\nexten C\n\"static\"", "< load;" },
        { "extends lo\n\"class_name\" A", "< lo;" },
        { "\tvar x\nvar a", "var a;" },
        { "class_name A\nclass_name B", "B;" },
        { "class_name\nvar a", "var a;" },
        { "\xEF\xBB\xBF" "extends A", "< A;" },
        { "class A:\n\tvar a\n\tclass B extends C:\n\t\tvar b\n\tvar c\nvar d",
          "var d; A { var a; var c; B < C { var b; } }" },
        { "class A extends \"x.gd\": pass\nvar a", "var a; A < x.gd { }" },
        { "class A: var a: int\nvar b", "var b; A { var a: int; }" },
        { "class A: class B: func f(): pass\nvar b", "var b; A { B { f(); } }" },
        { "class A: pass; var b\n\tvar x", "var b; A { }" },
        { "class A extends B:\n\n\t# x\n\textends C\n\tvar a\n# y\n\tvar b\n\nvar c",
          "var c; A < C { var a; var b; }" },
        { "class A:\n  var a\n  func f():\n    var x\n  var b\nvar c", "var c; A { f(); var a; var b; }" },
        { "class A:\n\tvar a\n    var b\n  \t\tvar x\nvar c", "var c; A { var a; var b; }" },
        { "class A:\n\t\tvar a\n\tvar x\nvar b", "var b; A { var a; }" },
        { "class A:\n\tclass B:\n\t\tvar b\nvar c", "var c; A { B { var b; } }" },
        { "class A:\nvar b", "var b; A { }" },
        { "class A:\n\tclass B:\n\tvar a\nvar b", "var b; A { var a; B { } }" },
        { "class 1:\n\tvar x\nvar a", "var a;" },
        { "class A\n\tvar a\nvar b", "var b; A { var a; }" },
        { "var a\r\nclass A:\r\n\tvar b\r\nvar c", "var a; var c; A { var b; }" },
        { "class A", "A { }" },
        { "class A extends", "A { }" },
        { "extends \"a.gd\".", "< a.gd;" },
    };

    CHECK(gdscript_read, cases);
}

/* The type of a variable is what it declares, or what its value shows. */
static void
test_gdscript_variables(void)
{
    static const case_t cases[] = {
        { "var a: int = \"\"; var b; var c: A.B = 1\nvar d: Array[int] = [1]\nvar e: Dictionary[String, Array] = {}",
          "var a: int; var b; var c: A.B; var d: Array[int]; var e: Dictionary[String, Array];" },
        { "var a = \"1\"; var b := &'1'; var c = ^\"1\"; var d = r\"1\"; var e = \"\"\"1\"\"\"; "
          "var f = &'1'; var g = \"1\"; var h = !1; var i = not 1; var j = +1",
          "var a: String; var b: StringName; var c: NodePath; var d: String; var e: String; "
          "var f: StringName; var g: String; var h; var i; var j;" },
        { "var a = 1; var b = -1; var c = 0x1e; var d = 0b11; var e = 1_000; var f = - 2",
          "var a: int; var b: int; var c: int; var d: int; var e: int; var f: int;" },
        { "var a = 1.5; var b = -1.5; var c = 1e3; var d = -1e3; var e = 1.",
          "var a: float; var b: float; var c: float; var d: float; var e: float;" },
        { "var a = true; var b := false; var c = null; var d = trues", "var a: bool; var b: bool; var c; var d;" },
        { "var a = []; var b = [1, [2]]; var c = {}; var d = {1: 2, \"a\": {}}; var e = (1)",
          "var a: Array; var b: Array; var c: Dictionary; var d: Dictionary; var e;" },
        { "var a = Vector2(1, 2); var b = Color.RED; var c := Vector2i.ZERO; var d = PackedByteArray([1]); "
          "var e = A(1); var f = Node.new()",
          "var a: Vector2; var b: Color; var c: Vector2i; var d: PackedByteArray; var e; var f;" },
        { "var a = Vector2(1, 2).x; var b = Vector2 + 1; var c = Color; var d = \"a\" + \"b\"; var e = 1 + 1; "
          "var f = -a; var g = [1][0]", "var a; var b; var c; var d; var e; var f; var g;" },
        { "var a = not true; var b = true and false; var c = -1 + 1; var d = \"a\" % 1; var e = {}.size(); "
          "var f = -\"a\"; var g = ^\"a\" if b else 1", "var a; var b; var c; var d; var e; var f; var g;" },
        { "var a: int:\n\tset(v):\n\t\ta = v\n\tget: return a\nvar b = 1: set = f, get = g\n"
          "var c: int = 2: get = h\nvar d:\n\tset(v): d = v\nvar e",
          "var a: int; var b: int; var c: int; var d; var e;" },
        { "var a: get = f, set = g\nvar b: set = h; var c", "var a; var b; var c;" },
        { "static var a = 1\n@export var b := 1; @export_range(0, f(1), [2]) var c: float\n"
          "@onready var d = $\"A/b\"; var e = %F; var f = $A/B",
          "var a: int; var b: int; var c: float; var d; var e; var f;" },
        { "var a \\\n\t = \\\r\n1\nvar b = [\n\t1,\n\n# ]\n] ; var c = (\n1)\nvar größe_1 = {\n}",
          "var a: int; var b: Array; var c; var größe_1: Dictionary;" },
        { "var a = \"#\" # \"\nvar b = 'x\\'#' # '\nvar c = \"\"\"\"\"x\\\"\"\"#\n\"\"\"; var d = \"x\ny\"; "
          "var e = r\"\\\"\"; var f = '''''\n'''",
          "var a: String; var b: String; var c: String; var d: String; var e: String; var f: String;" },
        { "signal a(b, c)\nenum D { E, F = 2,\n\tG }\nvar h\n\tvar x\nvar 1; var i", "var h; var i;" },
        { "var a = )]}; var b", "var a; var b;" },
        { "var a = (1; var b", "var a;" },
        { "var a:", "var a;" },
        { "var a: int =", "var a: int;" },
        { "var", "" },
        { "var a = -", "var a;" },
    };

    CHECK(gdscript_read, cases);
}

static void
test_gdscript_functions(void)
{
    static const case_t cases[] = {
        { "func f(): pass; var x\nstatic func g() -> int: return 1\nvar a", "f(); g(); var a;" },
        { "func f(a, b: int, c := 1, d: Array[int] = [1, 2], e = {\"a\": [1]}, ...g: Array) -> void:\n\tvar x\nvar b",
          "f(a, b: int, c: int, d: Array[int], e: Dictionary, ...g: Array); var b;" },
        { "func f(a = func(x, y = 1): return [x, y], b = g(1, h(2)), c = Vector2(1, 2), d = A.B) -> A: pass",
          "f(a, b, c: Vector2, d);" },
        { "func f(\n\ta, # x, y)\n\tb: Dictionary[int, String]\n\t= {},\n): pass",
          "f(a, b: Dictionary[int, String]);" },
        { "func f(a: int = 1 if b else 2, c = \"),\", d: A.B = null): pass", "f(a: int, c: String, d: A.B);" },
        { "func f(a = func(): return \",\" + c, b): pass\nvar c", "f(a, b); var c;" },
        { "func f: pass\nfunc 1(): pass\nfunc g(1, a): pass\nvar a", "f(); g(a); var a;" },
        { "func f(... a, b): pass", "f(...a, b);" },
        { "func f(a", "f(a);" },
        { "func f(a: int = [", "f(a: int);" },
        { "func f", "f();" },
        { "func", "" },
    };

    CHECK(gdscript_read, cases);
}

static void
test_gdscript_annotations(void)
{
    static const case_t cases[] = {
        { "@rpc func f(): pass\nfunc g(): pass", "@2200 f(); g();" },
        { "@rpc\n\n# x\n@warning_ignore(\"a\", (1), \")\")\n@rpc_not\nfunc f(): pass\nfunc g(): pass",
          "@2200 f(); g();" },
        { "@rpc var a\nfunc f(): pass\n@rpc() func g(): pass\n@rpc; func h(): pass\n@rpc static func i(): pass",
          "f(); @2200 g(); @2200 h(); @2200 i(); var a;" },
        { "@rpc(\"any_peer\", \"call_local\", \"unreliable\", 3) func f(): pass\n"
          "@rpc(\"unreliable_ordered\") func g(): pass", "@1013 f(); @2100 g();" },
        { "@rpc('authority', \"\"\"reliable\"\"\", r'call_remote',) func f(): pass\n"
          "@rpc(\"call_local\", \"other\", 4, \"5\") func g(): pass", "@2200 f(); @2215 g();" },
        { "const A = \"any_peer\"; const B: int = 2\nconst C := 'call' + \"_local\"\nconst D = A\n"
          "@rpc(A, C, \"reliable\", B) func f(): pass\n@rpc(D) func g(): pass\n"
          "@rpc(\"any\" + \"_peer\") func h(): pass",
          "@1212 f(); @___0 g(); @1200 h(); const D = A;" },
        { "@rpc(\"a\", \"b\", \"c\", 1 + \"\") func f(): pass\n@rpc(\"a\", \"b\", \"c\", 1 + + 2) func g(): pass",
          "@220_ f(); @220_ g();" },
        { "const A = \"any_peer\" if x else \"authority\"\n@rpc(A) func f(): pass", "@___0 f();" },
        { "const A = 1 + 1\nconst B = 1.5; const C = -1\n@rpc(\"a\", \"b\", \"c\", 1 + 1) func f(): pass\n"
          "@rpc(\"a\", \"b\", \"c\", A) func g(): pass\n@rpc(\"a\", \"b\", \"c\", C) func h(): pass\n"
          "@rpc(\"a\", \"b\", \"c\", -1) func i(): pass", "@220_ f(); @220_ g(); @220_ h(); @220_ i();" },
        { "@rpc(X, \"call_local\") func f(): pass\n@rpc(\"any_peer\" - \"x\") func g(): pass\n"
          "@rpc(x(\"any_peer\"), \"call_local\") func h(): pass", "@__10 f(); @___0 g(); @__10 h();" },
        { "const A = \"any_peer\"\n@rpc(X + A) func f(): pass\n@rpc(A - A) func g(): pass", "@___0 f(); @___0 g();" },
        { "@rpc(\n\t\"any_peer\", # x\n\t\"call_local\"\n)\nfunc f(): pass", "@1210 f();" },
        { "class A:\n\t@rpc\n\tfunc f(): pass\n@rpc(\"any_peer\")\nfunc g(): pass", "@1200 g(); A { @2200 f(); }" },
        { "@rpc(\"any_peer\"", "" },
        { "@rpc", "" },
        { "@x(1", "" },
        { "@ rpc func f(): pass", "" },
    };

    CHECK(gdscript_read, cases);
}

static void
test_gdscript_calls(void)
{
    static const case_t cases[] = {
        { "func f():\n\trpc_config(\"g\", {\"rpc_mode\": 1})\n\tself.rpc_config(&'h', {}); a.rpc_config(\"i\", x)\n"
          "var b",
          "f(); var b; own g 1200; own h 0200; other i ____;" },
        { "func f(): rpc_config(\"g\", {\"channel\": 2}); $A.rpc_config(\"h\", {\ncall_local = true\n})\nvar b",
          "f(); var b; own g 0202; other h 0210;" },
        { "func f():\n\trpc_config(\"g\", null)\n\trpc_config(\"h\")\n\trpc_config(i, {})\n\trpc_config = 1\n"
          "\tx_rpc_config(\"j\", {})\n\t@rpc_config(\"k\", {})", "f();" },
        { "class A:\n\tfunc f():\n\t\tif x: rpc_config(\"g\", {})\n\t\telse:\n\t\t\ta.self.b.rpc_config(\"h\", {})\n"
          "func i(): rpc_config(\"j\", {})", "i(); own j 0200; A { f(); own g 0200; other h 0200; }" },
        { "func f(): rpc_config(\"g\", {\"a\": {\"rpc_mode\": 1}, \"transfer_mode\": [0, 1], \"call_local\": (true), "
          "\"channel\": 3}); b.rpc_config(\"h\", {})", "f(); own g 0__3; other h 0200;" },
        { "func f(): rpc_config(\"g\", {\"rpc_mode\": 1", "f(); own g 0200;" },
        { "func f(): rpc_config(\"g\",", "f(); own g ____;" },
        { "func f(): super.rpc_config(\"g\", {})", "f(); own g 0200;" },
    };

    CHECK(gdscript_read, cases);
}

/* A constant may name a class. */
static void
test_gdscript_constants(void)
{
    static const case_t cases[] = {
        { "const A = preload(\"a.gd\"); const B = preload('b.gd').C.D\nconst E := F.G; const H: Script = I",
          "const A = a.gd; const B = b.gd:C.D; const E = F.G; const H = I;" },
        { "const A = B + 1\nconst C = B.D()\nconst E = [F]; const G = \"g.gd\"; const H = 1\nconst I; var j\n"
          "const 1 = K; const L = M", "var j; const L = M;" },
        { "const A = B\nconst A = C\nclass D:\n\tconst E = load(\"f.gd\")", "const A = C; D { const E = f.gd; }" },
        { "const A: Dictionary[String, int] = B", "const A = B;" },
        { "const A =", "" },
        { "const A", "" },
    };

    CHECK(gdscript_read, cases);
}

/* ---- Compiled GDScript (modules/gdscript/gdscript_tokenizer_buffer.cpp) ---- */

/* GDScriptTokenizer::Token::Type of 4.5; "..." is new there, and what is behind it has one less in 4.3. */
static const struct {
    const char *word;
    unsigned    type;
} types[] = {
    { "-", 23 }, { "+", 22 }, { "=", 28 }, { "<<=", 35 }, { "if", 40 }, { "else", 42 }, { "pass", 47 },
    { "return", 48 },
    { "class", 55 }, { "class_name", 56 }, { "const", 57 }, { "enum", 58 }, { "extends", 59 }, { "func", 60 },
    { "preload", 64 }, { "self", 65 }, { "signal", 66 }, { "static", 67 }, { "var", 70 }, { "[", 73 }, { "]", 74 },
    { "{", 75 }, { "}", 76 }, { "(", 77 }, { ")", 78 }, { ",", 79 }, { ";", 80 }, { ".", 81 }, { "..", 82 },
    { "...", 83 },
    { ":", 84 },
    { "$", 85 }, { "->", 86 }, { "_", 87 }, { "PI", 91 }, { "NAN", 94 },
};

#define MASK    0xB6B6B6B6U     /* of names */

/* What a compiled script is made of. */
typedef struct {
    writer_t  names, constants, tokens;
    GString  *places, *columns;         /* words */
    unsigned  name_count, constant_count, line_count, token_count;
    bool      is_4_3;
} compiled_t;

static void
put_token(compiled_t *made, unsigned type, unsigned number)
{
    put(&made->tokens, type | 0x80 | number << 8, 4);
    put(&made->tokens, 1, 4);
    made->token_count++;
}

/* Adds a name of code points. */
static void
put_name(compiled_t *made, const char *name, unsigned type)
{
    glong     length;
    gunichar *points = g_utf8_to_ucs4_fast(name, -1, &length);

    put(&made->names, (uint64_t)length, 4);
    for (glong i = 0; i < length; i++)
        put(&made->names, points[i] ^ MASK, 4);
    g_free(points);
    put_token(made, type, made->name_count++);
}

/* Adds a constant: a String, StringName or NodePath with its bytes padded to four, or what other words say. */
static void
put_constant(compiled_t *made, const char *word)
{
    const char *quote = strchr(word, '"');
    char      **parts = g_strsplit(word, ",", -1);

    if (quote) {
        size_t length = strlen(quote) - 2;

        put(&made->constants, *word == '&' ? 21 : 4, 4);
        put(&made->constants, length, 4);
        put_letters(&made->constants, quote + 1, length);
        put(&made->constants, 0, (4 - length % 4) % 4);
    }
    for (char **part = parts; !quote && *part; part++)
        put_word(&made->constants, *part);
    g_strfreev(parts);
    put_token(made, 3, made->constant_count++);
}

/*
 * Adds what a word of a source says: |N begins a line at a column, nNAME is a name, xCODE one of a code point, %WORDS
 * a constant of these numbers.
 */
static void
put_source_word(compiled_t *made, const char *word)
{
    if (*word == '|') {
        g_string_append_printf(made->places, "d%u d7 ", made->token_count);
        g_string_append_printf(made->columns, "d%u d%s ", made->token_count, word + 1);
        made->line_count++;
    } else if (*word == 'n') {
        put_name(made, word + 1, 2);
    } else if (*word == 'x') {
        put(&made->names, 1, 4);
        put(&made->names, g_ascii_strtoull(word + 1, NULL, 16) ^ MASK, 4);
        put_token(made, 2, made->name_count++);
    } else if (*word == '@') {
        put_name(made, word, 1);
    } else if (*word == '%' || strchr(word, '"')) {
        put_constant(made, *word == '%' ? word + 1 : word);
    } else if (*word == '?') {      /* a token of four bytes */
        put_token(made, (unsigned)g_ascii_strtoull(word + 1, NULL, 10), 0xFFFF);
    } else {
        for (size_t i = 0; i < G_N_ELEMENTS(types); i++)
            if (strcmp(types[i].word, word) == 0) {
                put(&made->tokens, types[i].type - (made->is_4_3 && types[i].type >= 83), 1);
                put(&made->tokens, 1, 4);
                made->token_count++;
                return;
            }
        g_assert_not_reached();
    }
}

/* Returns a compiled script of 4.3 or 4.5. @param squeezed it is compressed */
static GByteArray *
compiled(const char *source, bool is_4_3, bool squeezed)
{
    compiled_t made = { .is_4_3 = is_4_3, .names = { .bytes = g_byte_array_new() }, .places = g_string_new(NULL),
                        .constants = { .bytes = g_byte_array_new() }, .tokens = { .bytes = g_byte_array_new() },
                        .columns = g_string_new(NULL) };
    writer_t   content = { .bytes = g_byte_array_new() }, file = { .bytes = g_byte_array_new() };
    char     **words = g_strsplit(source, " ", -1);

    for (char **word = words; *word; word++)
        if (**word)
            put_source_word(&made, *word);
    put(&content, made.name_count, 4);
    put(&content, made.constant_count, 4);
    put(&content, made.line_count, 4);
    put_words(&content, is_4_3 ? "d0" : "");
    put(&content, made.token_count, 4);
    put_letters(&content, (char *)made.names.bytes->data, made.names.bytes->len);
    put_letters(&content, (char *)made.constants.bytes->data, made.constants.bytes->len);
    put_words(&content, made.places->str);
    put_words(&content, made.columns->str);
    put_letters(&content, (char *)made.tokens.bytes->data, made.tokens.bytes->len);
    put_words(&file, is_4_3 ? "=GDSC d100" : "=GDSC d101");
    put(&file, squeezed ? content.bytes->len : 0, 4);
    if (squeezed) {
        size_t length = ZSTD_compressBound(content.bytes->len);
        char  *room = g_malloc(length);

        put_letters(&file, room, ZSTD_compress(room, length, content.bytes->data, content.bytes->len, 1));
        g_free(room);
    } else {
        put_letters(&file, (char *)content.bytes->data, content.bytes->len);
    }
    g_strfreev(words);
    g_string_free(made.places, TRUE);
    g_string_free(made.columns, TRUE);
    g_byte_array_free(made.names.bytes, TRUE);
    g_byte_array_free(made.constants.bytes, TRUE);
    g_byte_array_free(made.tokens.bytes, TRUE);
    g_byte_array_free(content.bytes, TRUE);
    return file.bytes;
}

/* A compiled script says what its source says. */
static void
test_compiled_scripts(void)
{
    static const case_t cases[] = {
        { "|1 extends nNode |1 class_name nA |1 var na |1 var nb", "A < Node; var a; var b;" },
        { "|1 extends \"a.gd\" . nB ; var na", "< a.gd:B; var a;" },
        { "|1 @rpc ( \"any_peer\" , \"call_local\" ) func nf ( na : nint = %d2,d1 , nb = "
          "%d0x10003,q0x3ff8000000000000 ) "
          "-> nvoid : |5 var nx |1 func ng ( ) : pass", "@1210 f(a: int, b: float); g();" },
        { "|1 class nA : |5 var na |5 class nB extends nC : |9 var nb |5 var nc |1 var nd",
          "var d; A { var a; var c; B < C { var b; } }" },
        { "|1 class nA : |3 var na |5 var nx |1 @rpc |1 func nf ( |40 na |70000 , nb ) : pass |1 static var nc",
          "@2200 f(a, b); var c; A { var a; }" },
        { "|1 var na = %d2,d0xffffffff ; var nb = %d0x10002,q0x8000000000000000 ; var nc = %d3,d0x3f800000 ; "
          "var nd = %d0x10003,q0x4415af1d78b58c40 ; var ne = - %d3,d0x3f000000 ; var nf = - %d2,d7",
          "var a: int; var b: int; var c: float; var d: float; var e: float; var f: int;" },
        { "|1 var na = %d1,d1 ; var nb = %d1,d0 ; var nc = %d0 ; var nd = \"abc\" ; var ne = &\"abcd\" ; "
          "var nf = %d22,d0x80000002,d1,d0,d1,=aaaa,d4,=bbbb,d0 ; var ng = nVector2 ( %d2,d1 , %d2,d2 )",
          "var a: bool; var b: bool; var c; var d: String; var e: StringName; var f: NodePath; var g: Vector2;" },
        { "|1 var na = \"\\\\u0041\" ; extends \"\\\\u0041\\\\\" ; var nb = { \"a\" : [ ] } ; var nc = [ { } ] ; "
          "const nD = nE . nF",
          "< \\\\u0041\\\\; var a: String; var b: Dictionary; var c: Array; const D = E.F;" },
        { "|1 func nf ( ) : nrpc_config ( \"g\" , { \"channel\" : %d2,d2 } ) |1 func nh ( ) : self . nrpc_config ( "
          "&\"i\" , ni ) "
          "|5 $ nA . nrpc_config ( \"j\" , { } )", "f(); h(); own g 0202; own i ____; other j 0200;" },
        { "|1 const nA = preload ( \"a.gd\" ) ; const nB = \"any\" + \"_peer\" |1 @rpc ( nB ) |1 func nf ( ) : pass",
          "@1200 f(); const A = a.gd;" },
        { "|1 ) ] var na |1 var nb |1 func nf ( na = PI , _ ) : |2 nx <<= %d2,d1 |1 enum { nA } |1 signal na",
          "f(a, _); var a; var b;" },
        { "|1 ?94 |1 ?95 |1 ?127 |1 var na |1 var nb = ?3 |1 var nc : ?2 |1 var nd", "var a; var b; var c; var d;" },
        { "|1 @größe func nf ( nlänge : nint ) : pass |1 class n名 : |2 pass", "f(länge: int); 名 { }" },
        { "|1 var na = [ |5 ] ; var nb = { |3 \"c\" : |2 %d2,d1 |1 } |1 xd800 ( ) |1 var xd800 ; var x0 ; var x110000 "
          "; var x41",
          "var a: Array; var b: Dictionary; var \xEF\xBF\xBD; var \xEF\xBF\xBD; var \xEF\xBF\xBD; var A;" },
        { "|1 @export |1 @rpc |1 @onready |1 func nf ( ) : pass", "@2200 f();" },
        { "", "" }, { "var na", "var a;" }, { "|0 var na", "var a;" }, { "?3 ; var na", "var a;" },
        { "|1 nx ) |1 var na", "var a;" }, { "const nA = PI ; const nB = NAN", "const A = PI; const B = NAN;" },
        { "const nA = nB .. nC ; const nD = nE . nF", "const D = E.F;" },
    };

    for (unsigned form = 0; form < 4; form++)
        for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
            GByteArray        *bytes = compiled(cases[i].text, form & 1, form & 2);
            gsize              length = bytes->len;
            guint8            *data = g_byte_array_free(bytes, FALSE);
            godot_file_t       place = { "res://a.gd", "res://a.gd", "a.gdc", 0, GODOT_FILE_WHOLE, NULL, false };
            godot_files_t      files;
            godot_files_init(&files, NULL);
            gdscript_source_t *source = gdscript_compiled_new(&files, &place, data, length);

            g_test_message("%s", cases[i].text);
            g_assert_nonnull(source);
            godot_class_t *file = gdscript_read_tokens(source);
            char          *told = told_of(file);
            g_assert_cmpuint(files.notes->len, ==, 0);
            g_assert_cmpstr(told, ==, cases[i].told);
            g_free(told);
            godot_class_free(file);
            gdscript_compiled_free(source);
            godot_files_clear(&files);
            g_free(data);
        }
}

/*
 * Whether a compiled script uses a name, whole as an identifier or anywhere in a literal. What its tokens say counts as
 * read, however often a name is used that is stored once.
 */
static void
test_names_of_compiled_scripts(void)
{
    static const struct {
        const char *name;
        bool        is_used;
    } cases[] = {
        { "first_name", true }, { "first", false }, { "last_name", true }, { "name", false }, { "in a", false },
        { "in_a", true }, { "literal", true }, { "x", false }, { "other", true }, { "_other_", false },
    };
    GByteArray        *bytes = compiled("|1 var nfirst_name = %d2,d1 ; nlast_name ( \"in_a_literal\" ) ; &\"other\"",
    false,
                                        false);
    gsize              length = bytes->len;
    guint8            *data = g_byte_array_free(bytes, FALSE);
    godot_file_t       place = { "res://a.gd", "res://a.gd", "a.gdc", 0, GODOT_FILE_WHOLE, NULL, false };
    godot_files_t      files;
    gdscript_source_t *source;

    godot_files_init(&files, NULL);
    source = gdscript_compiled_new(&files, &place, data, length);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_test_message("%s", cases[i].name);
        g_assert_cmpint(gdscript_compiled_names(source, cases[i].name), ==, cases[i].is_used);
    }
    godot_class_free(gdscript_read_tokens(source));
    gdscript_compiled_free(source);
    g_assert_cmpuint(files.bytes, ==, strlen("\nvar first_name=1;last_name(in_a_literal);other") - strlen(" "));
    godot_files_clear(&files);
    g_free(data);
}

/* A class counts as 8, a function and a constant as 2, and everything else as 1. */
static void
test_numbers_of_declarations(void)
{
    static const struct {
        godot_class_t *(*read)(const char *text, size_t length);
        const char      *text;
        unsigned         declared;
    } cases[] = {
        { gdscript_read, "", 8 }, { gdscript_read, "var a", 9 }, { gdscript_read, "func f(a, b): pass", 12 },
        { gdscript_read, "const A = 1", 10 }, { gdscript_read, "const A = B", 10 }, { gdscript_read, "class A:\n"
          "\tvar a", 17 },
        { gdscript_read, "func f(): rpc_config(\"g\", {})", 11 }, { csharp_read, "", 8 },
        { csharp_read, "class A { int a; }", 17 }, { csharp_read, "class A { void F(int a, int b) { } }", 20 },
        { csharp_read, "class A { void F() { RpcConfig(\"G\", x); } }", 19 },
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        godot_class_t *file = cases[i].read(cases[i].text, strlen(cases[i].text));

        g_test_message("%s", cases[i].text);
        g_assert_cmpuint(file->declared, ==, cases[i].declared);
        godot_class_free(file);
    }
}

/* No more of a file is read when it has declared as much as is read of one. */
static void
test_files_that_declare_too_much(void)
{
    static const struct {
        godot_class_t *(*read)(const char *text, size_t length);
        const char      *begin, *line;
    } cases[] = { { gdscript_read, "", "var a\n" }, { csharp_read, "class A {", "int a;\n" } };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        GString       *text = g_string_new(cases[i].begin);
        godot_class_t *file;

        for (unsigned nth = 0; nth < GODOT_MAX_DECLARED + 10; nth++)
            g_string_append(text, cases[i].line);
        file = cases[i].read(text->str, text->len);
        g_assert_cmpuint(file->declared, ==, GODOT_MAX_DECLARED);
        godot_class_free(file);
        g_string_free(text, TRUE);
    }
}

/* Classes in one another, as many as are read and one more, which is noted. */
static void
test_classes_in_one_another(void)
{
    for (unsigned more = 0; more <= 1; more++) {
        GString       *text = g_string_new(NULL);
        godot_class_t *file, *inner;
        unsigned       depth = 1;       /* the file is a class, too */

        for (unsigned nth = 0; nth < GODOT_MAX_CLASS_DEPTH - 1 + more; nth++)
            g_string_append_printf(text, "%*sclass A:\n", (int)nth, "");
        g_string_append_printf(text, "%*svar a\n", GODOT_MAX_CLASS_DEPTH, "");
        file = gdscript_read(text->str, text->len);
        for (inner = file; inner->inner->len; depth++)
            inner = g_ptr_array_index(inner->inner, 0);
        g_assert_cmpuint(depth, ==, GODOT_MAX_CLASS_DEPTH);
        g_assert_cmpint(file->too_deep, ==, more);
        godot_class_free(file);
        g_string_free(text, TRUE);
    }
}

int
main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/classes-in-one-another", test_classes_in_one_another);
    g_test_add_func("/declarations", test_numbers_of_declarations);
    g_test_add_func("/declarations/too-many", test_files_that_declare_too_much);
    g_test_add_func("/compiled", test_compiled_scripts);
    g_test_add_func("/compiled/names", test_names_of_compiled_scripts);
    g_test_add_func("/csharp/attributes", test_csharp_attributes);
    g_test_add_func("/csharp/blanks", test_csharp_blanks);
    g_test_add_func("/csharp/calls", test_csharp_calls);
    g_test_add_func("/csharp/classes", test_csharp_classes);
    g_test_add_func("/csharp/members", test_csharp_members);
    g_test_add_func("/gdscript/annotations", test_gdscript_annotations);
    g_test_add_func("/gdscript/calls", test_gdscript_calls);
    g_test_add_func("/gdscript/classes", test_gdscript_classes);
    g_test_add_func("/gdscript/constants", test_gdscript_constants);
    g_test_add_func("/gdscript/functions", test_gdscript_functions);
    g_test_add_func("/gdscript/variables", test_gdscript_variables);
    return g_test_run();
}

/*
 * Editor modelines
 *
 * Local Variables:
 * c-basic-offset: 4
 * tab-width: 8
 * indent-tabs-mode: nil
 * End:
 *
 * ex: set shiftwidth=4 tabstop=8 expandtab:
 * :indentSize=4:tabSize=8:noTabs=true:
 */
