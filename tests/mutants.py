# SPDX-License-Identifier: GPL-2.0-or-later
"""Which small mistakes could stand in a C source? tools/mutants makes one at a time."""

import re
import tomllib
from dataclasses import dataclass

import sources

TOKEN = re.compile(r"""
      (?P<skip>    \s+ | //[^\n]* | /\*.*?\*/ | ^[ \t]*\#(?:\\\n|[^\n])*)
    | (?P<text>    "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*')
    | (?P<number>  \.?[0-9](?:[eEpP][+-]|[\w.])*)
    | (?P<name>    [A-Za-z_]\w*)
    | (?P<sign>    <<= | >>= | \.\.\. | [-+*/%&|^<>=!]= | && | \|\| | << | >> | \+\+ | -- | -> | .)
    """, re.VERBOSE | re.DOTALL | re.MULTILINE)
BODY = re.compile(r"^\{.*?^\}", re.MULTILINE | re.DOTALL)      # functions begin and end in the first column

ORDER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
EQUAL = {"==": "!=", "!=": "=="}
NEXT = {"<": "- 1", "<=": "+ 1", ">": "+ 1", ">=": "- 1", "==": "+ 1", "!=": "+ 1"}    # what ORDER does not do
OTHERS = {
    "logical": {"&&": "||", "||": "&&"},
    "arithmetic": {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "+=": "-=", "-=": "+=", "++": "--", "--": "++"},
    "bits": {"&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<", "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=",
             ">>=": "<<="},
}
SPACED = set("+-*/%&|^<>")      # with a space on both sides they have two operands
ASSIGNS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", "++", "--"}
LEAVES = {"return", "continue", "break", "goto"}
# A leak is what sanitizers find, not tests.
RELEASES = re.compile(r"\w*(free|freev|free_full|unref|destroy|close)$|g_clear_(pointer|object|error)$")
KEYWORDS = LEAVES | {"if", "else", "for", "while", "do", "switch", "case", "default", "sizeof"}
MEASURE = re.compile(
    r"(?i)(?:^|_)(all|announced|bytes|capacity|captured|columns|counts?|depth|end|index|left|len(gth)?|limit|max|"
    r"needed|nth|number|offset|remaining|room|sizes?|total|used|width)(?:_|$)")


@dataclass(frozen=True)
class Mutant:
    """One mistake: the characters from start to end of the file become `to`."""

    file: str
    line: int
    column: int
    operator: str
    start: int
    end: int
    of: str             # those characters
    to: str
    code: str           # the line as it is
    is_bound: bool      # in a comparison of lengths, counts, sizes or offsets

    @property
    def name(self):
        return f"{self.file}:{self.line}:{self.column}:{self.operator}"

    def applied(self, text):
        return text[:self.start] + self.to + text[self.end:]


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    end: int


def tokens_of(text, begin, end):
    return [Token(match.lastgroup, match[0], match.start(), match.end())
            for match in TOKEN.finditer(text, begin, end) if match.lastgroup != "skip"]


class Body:
    """The tokens of one function, and the mistakes that can be made in it."""

    def __init__(self, file, text, begin, end):
        self.file, self.text, self.tokens = file, text, tokens_of(text, begin, end)
        self.partner = {}       # of each bracket
        self.headers = set()    # tokens between round brackets
        opened = []
        for at, token in enumerate(self.tokens):
            if any(self.is_at(bracket, "(") for bracket in opened):
                self.headers.add(at)
            if token.text in ("(", "[", "{"):
                opened.append(at)
            elif token.text in (")", "]", "}"):
                self.partner[at] = opened[-1]
                self.partner[opened.pop()] = at

    def is_at(self, at, *texts):
        return 0 <= at < len(self.tokens) and self.tokens[at].text in texts

    def mutant(self, operator, first, last, to, is_bound=False):
        """Tokens first to last become `to`."""
        start, end = self.tokens[first].start, self.tokens[last].end
        begin = self.text.rfind("\n", 0, start) + 1
        return Mutant(self.file, self.text.count("\n", 0, start) + 1, start - begin + 1, operator, start, end,
                      self.text[start:end], to, self.text[begin:self.text.find("\n", start)].strip(), is_bound)

    def operand(self, at, step):
        """The places of the tokens on one side of an operator that compares or combines comparisons."""
        found = []
        at += step
        while 0 <= at < len(self.tokens) and not self.is_at(at, "&&", "||", "?", ":", ";", ",", "=", "return"):
            if self.is_at(at, *(")]}" if step > 0 else "([{")):
                break
            inner = self.partner.get(at, at)
            found += range(min(at, inner), max(at, inner) + 1)
            at = inner + step
        return found

    def compares(self, at):
        """Is this the operator of a comparison of lengths, counts, sizes or offsets?"""
        measured = [any(self.tokens[place].kind == "name" and MEASURE.search(self.tokens[place].text)
                        for place in self.operand(at, step)) for step in (-1, 1)]
        return self.tokens[at].text in ORDER and any(measured) or self.tokens[at].text in EQUAL and all(measured)

    def has_bound(self, first, last):
        return any(self.compares(at) for at in range(first, last + 1))

    def condition(self, at):
        """The first and last token of the condition that a bracket opens."""
        return at + 1, self.partner[at] - 1

    def steps(self, at):
        """Is this the step of a loop? Without it, the loop would not end."""
        return at in self.headers and self.tokens[at].text in ("++", "--") and self.is_at(at + 1, ")") and \
            self.is_at(self.partner[at + 1] - 1, "for")

    def spaced(self, at):
        token = self.tokens[at]
        return self.text[token.start - 1].isspace() and self.text[token.end].isspace()

    def comparisons(self):
        for at, token in enumerate(self.tokens):
            if token.text in ORDER | EQUAL:
                is_bound = self.compares(at)
                yield self.mutant("relational", at, at, (ORDER | EQUAL)[token.text], is_bound)
                after = self.tokens[at + 1]
                if (after.kind == "number" or re.fullmatch("[A-Z][A-Z0-9_]+", after.text)) and after.text != "NULL" \
                        and not self.is_at(at + 2, "(", ".", "->", "["):
                    yield self.mutant("constant", at + 1, at + 1, f"({after.text} {NEXT[token.text]})", is_bound)

    def operators(self):
        for at, token in enumerate(self.tokens):
            for operator, table in OTHERS.items():
                if token.text in table and (token.text not in SPACED or self.spaced(at)) and not self.steps(at):
                    bound = operator == "logical" and any(
                        self.compares(near) for side in (-1, 1) for near in self.operand(at, side))
                    yield self.mutant(operator, at, at, table[token.text], bound)
            if token.text in ("&&", "||"):
                yield from self.operands(at)
            if token.text == "!":
                yield self.mutant("not", at, at, "")
            if token.text == "return" and self.is_at(at + 1, "true", "false") and self.is_at(at + 2, ";"):
                yield self.mutant("truth", at + 1, at + 1, "false" if self.is_at(at + 1, "true") else "true")

    def operands(self, at):
        """Leaves out what stands after a logical operator, and what stands before the first."""
        idle = "1" if self.is_at(at, "&&") else "0"
        for side in (-1, 1):
            places = self.operand(at, side)
            if side > 0 or not self.is_at(min(places) - 1, "&&", "||"):
                yield self.mutant("operand", min(places), max(places), idle, any(map(self.compares, places)))

    def conditions(self):
        for at, token in enumerate(self.tokens):
            if token.text in ("if", "while") and self.is_at(at + 1, "("):
                first, last = self.condition(at + 1)
                whole = self.text[self.tokens[first].start:self.tokens[last].end]
                bound = self.has_bound(first, last)
                after = last + 2
                leaves = self.is_at(after, *LEAVES) or self.is_at(after, "{") and self.is_at(after + 1, *LEAVES)
                if token.text == "if" and leaves:
                    yield self.mutant("guard", first, last, f"0 && ({whole})", bound)
                yield self.mutant("negated", first, last, f"!({whole})", bound)

    def statements(self):
        for at, token in enumerate(self.tokens):
            begins = at > 0 and (self.is_at(at - 1, ";", "{", "}", "else") or self.is_at(at - 1, ")") and self.is_at(
                self.partner[at - 1] - 1, "if", "for", "while"))
            is_label = self.is_at(at + 1, ":")
            if not begins or is_label or at in self.headers or token.text in KEYWORDS or RELEASES.match(token.text) or \
                    token.kind != "name" and token.text not in ("*", "++", "--", "("):
                continue
            last, assigns = at, False
            while not self.is_at(last, ";"):
                assigns = assigns or self.tokens[last].text in ASSIGNS
                last = self.partner.get(last, last) + 1
                if last >= len(self.tokens) or self.is_at(last, "{", "}"):
                    break
            declares = token.kind == "name" and (self.tokens[at + 1].kind == "name" or
                                                 self.is_at(at + 1, "*") and not self.spaced(at + 1) or
                                                 self.is_at(at + 1, "(") and self.is_at(self.partner[at + 1] + 1, "("))
            if self.is_at(last, ";") and not declares and (assigns or self.is_at(last - 1, ")")):
                yield self.mutant("removed", at, last - 1, "")

    def all(self):
        for kind in (self.comparisons, self.operators, self.conditions, self.statements):
            yield from kind()


def of_text(file, text):
    """Returns the mistakes of a C source, in the order of their places."""
    found = [mutant for match in BODY.finditer(text) for mutant in Body(file, text, match.start(), match.end()).all()]
    return sorted(found, key=lambda mutant: (mutant.start, mutant.operator))


def of_file(file):
    return of_text(file, sources.text(file))


def explained():
    """The entries of mutants.toml: mistakes that no test can, or need, notice."""
    return tomllib.loads((sources.ROOT / "tests" / "mutants.toml").read_text(encoding="utf-8"))["explained"]


def is_explained_by(mutant, entry):
    return all(getattr(mutant, key) == value for key, value in entry.items() if key != "why")
