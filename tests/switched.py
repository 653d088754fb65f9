# SPDX-License-Identifier: GPL-2.0-or-later
"""Sources with many mistakes at once, each behind a switch (reached.c): so each need not be compiled alone, and a run
of the tests without any tells which of them could have made a difference: those that were met.

Each mistake has a number. `mutant_met(number, differs)` notes whether the mistake makes a difference to a value, and
tells whether it is switched on; `mutant_on(number)` is for those that always make one. The types of operands are not
known here: the compiler refuses some switches of arithmetic, for example of the distance of two pointers.
"""

import collections

import mutants
import sources

NO_VALUE = (mutants.ASSIGNS - {"++", "--"}) | (mutants.KEYWORDS - {"sizeof"})
IDLE = {"&&": 1, "||": 0}
ARITHMETIC = ("arithmetic", "bits")
PARTS = {"&&", "||", "?", ":", ";", ",", "return", *mutants.ORDER, *mutants.EQUAL, *mutants.ASSIGNS}


class Span:
    """Characters of a source that get others around them, or nothing instead. Of two that are the same the one with the
    lower level is outside."""

    def __init__(self, first, last, level, before, after):
        self.start, self.end, self.level, self.before, self.after = first.start, last.end, level, before, after
        self.inner = []


class Switches(mutants.Body):
    """The spans of one function's mistakes."""

    def __init__(self, file, text, begin, end, numbers):
        super().__init__(file, text, begin, end)
        self.numbers = numbers
        self.found = collections.defaultdict(list)
        for mutant in self.all():
            if mutant.name in numbers:
                self.found[mutant.start].append(mutant)
        self.ends = {token.end: at for at, token in enumerate(self.tokens)}
        self.switched = set()

    def span(self, first, last, *said):
        return Span(self.tokens[first], self.tokens[last], *said)

    def words(self, first, last, put=None):
        """Tokens in one line; put: (place, text) of one that is replaced."""
        return " ".join(put[1] if put and at == put[0] else self.tokens[at].text for at in range(first, last + 1))

    def is_value(self, first, last):
        """Is this an expression, and no statement?"""
        at = first
        while at <= last and not self.is_at(at, *NO_VALUE):
            at = self.partner.get(at, at) + 1
        return at > last

    def sides(self, at):
        """First and last token of each operand of a comparison."""
        left, right = self.operand(at, -1), self.operand(at, 1)
        return min(left), max(left), min(right), max(right)

    def number(self, mutant):
        self.switched.add(mutant.name)
        return self.numbers[mutant.name]

    def comparison(self, at):
        """A comparison whose operator, or the constant after it, may be another."""
        made = [mutant for place in (at, at + 1) for mutant in self.found[self.tokens[place].start]
                if (mutant.operator, place) in (("relational", at), ("constant", at + 1))]
        if not made:
            return
        first, end, begin, last = self.sides(at)
        sign = self.tokens[at].text
        number = self.tokens[at].start
        a, b, r = f"a_{number}", f"b_{number}", f"r_{number}"
        variants = []
        for mutant in made:
            if mutant.operator == "relational":
                variants.append((mutant, f"({a} {mutant.to} {b})"))
            elif not any(self.is_at(place, "(", *mutants.ASSIGNS) for place in range(begin, last + 1)):
                variants.append((mutant, f"({a} {sign} ({self.words(begin, last, (at + 1, mutant.to))}))"))
        if not variants or not self.is_value(first, last):
            return
        left, right = self.words(first, end), self.words(begin, last)
        tests = " ".join(f"if (mutant_met({self.number(mutant)}, {text} != {r})) {r} = {text};"
                         for mutant, text in variants)
        yield self.span(first, end, 3, f"({{ __typeof__(1 ? ({left}) : ({left})) {a} = (", ");")
        yield self.span(at, at, 3, None, "")
        yield self.span(begin, last, 3, f"__typeof__(1 ? ({right}) : ({right})) {b} = (",
                        f"); int {r} = {a} {sign} {b}; {tests} {r}; }})")

    def condition_of(self, at):
        first, last = self.condition(at + 1)
        start, end = self.tokens[first].start, self.tokens[last].end
        made = {mutant.operator: mutant for mutant in self.found[start] if mutant.end == end}
        before = after = ""
        if "guard" in made:
            number = self.number(made["guard"])
            before, after = f"mutant_on({number}) ? 0 : mutant_unlike({number}, 0, ", ")"
        if "negated" in made:
            before, after = f"{before}mutant_on({self.number(made['negated'])}) ^ !!(", f"){after}"
        if before:
            yield self.span(first, last, 0, f"({before}", f"{after})")

    def operands_of(self, at):
        idle = IDLE[self.tokens[at].text]
        for side in (-1, 1):
            places = self.operand(at, side)
            start, end = self.tokens[min(places)].start, self.tokens[max(places)].end
            for mutant in self.found[start] if self.is_value(min(places), max(places)) else ():
                if mutant.operator == "operand" and mutant.end == end and mutant.name not in self.switched:
                    number = self.number(mutant)
                    yield self.span(min(places), max(places), 2,
                                    f"(mutant_is({number}) ? {idle} : mutant_unlike({number}, {idle}, !!(", ")))")

    def chain(self, at):
        """The whole of what the operator stands in, if all its operators are the same."""
        sign = self.tokens[at].text
        places = [at]
        for step in (-1, 1):
            place = at
            while True:
                place = (min if step < 0 else max)(self.operand(place, step)) + step
                if not self.is_at(place, "&&", "||"):
                    break
                places.append(place)
        first, last = min(self.operand(min(places), -1)), max(self.operand(max(places), 1))
        if at != min(places) or any(self.tokens[place].text != sign for place in places) or \
                not self.is_value(first, last):
            return
        before = ""
        for place in sorted(places):
            for mutant in self.found[self.tokens[place].start]:
                if mutant.operator == "logical":
                    before += f"mutant_on({self.number(mutant)}) ? ({self.words(first, last, (place, mutant.to))}) : "
        if before:
            yield self.span(first, last, 1, f"({before}(", "))")

    def statement_at(self, at):
        """A statement that may be left out, or whose operator may be another."""
        removed = next((mutant for mutant in self.found[self.tokens[at].start] if mutant.operator == "removed"), None)
        if not removed:
            return
        last = self.ends[removed.end]
        yield self.span(at, last, -2, f"({{ if (!mutant_on({self.number(removed)})) {{ ", "; } })")
        for place in range(at, last + 1):
            if self.is_at(place, *mutants.ASSIGNS) and place not in self.headers:
                for other in self.found[self.tokens[place].start]:
                    yield self.span(at, last, -1, f"({{ if (mutant_on({self.number(other)})) {{ "
                                    f"{self.words(at, last, (place, other.to))}; }} else {{ ", "; } })")

    def arithmetic(self, at):
        """An operator between two numbers that may be another, with all that stands between comparisons."""
        for mutant in self.found[self.tokens[at].start]:
            if mutant.operator not in ARITHMETIC or self.is_at(at, *mutants.ASSIGNS):
                continue
            first = last = at
            while not self.is_at(first - 1, *PARTS, "(", "[", "{"):
                first = self.partner.get(first - 1, first - 1)
            while not self.is_at(last + 1, *PARTS, ")", "]", "}"):
                last = self.partner.get(last + 1, last + 1)
            if self.is_value(first, last):
                other = self.words(first, last, (at, mutant.to))
                yield self.span(first, last, 3.5, f"(mutant_on({self.number(mutant)}) ? ({other}) : (", "))")

    def not_at(self, at):
        """A `!` that may be missing."""
        last = at + 1
        while self.is_at(last, "!", "*", "&"):
            last += 1
        last = self.partner.get(last, last)
        while self.is_at(last + 1, "(", "[", ".", "->"):
            last = self.partner.get(last + 1, last + 2)
        yield from self.flipped("not", at, last, 4)

    def flipped(self, operator, first, last, level):
        """A truth value that may be the other one."""
        for mutant in self.found[self.tokens[first].start]:
            if mutant.operator == operator:
                yield self.span(first, last, level, f"(mutant_on({self.number(mutant)}) ^ ", ")")

    def spans(self):
        for at, token in enumerate(self.tokens):
            yield from self.statement_at(at)
            if token.text in mutants.ORDER | mutants.EQUAL:
                yield from self.comparison(at)
            if token.text in IDLE:
                yield from self.operands_of(at)
                yield from self.chain(at)
            if token.text in ("if", "while") and self.is_at(at + 1, "("):
                yield from self.condition_of(at)
            if token.text == "!":
                yield from self.not_at(at)
            if token.text in ("true", "false"):
                yield from self.flipped("truth", at, at, 5)
            yield from self.arithmetic(at)


def rendered(text, start, end, spans):
    """The characters from start to end, with what the spans put there."""
    said = []
    for span in spans:
        said.append(text[start:span.start])
        if span.before is not None:
            said += [span.before, rendered(text, span.start, span.end, span.inner), span.after]
        start = span.end
    return "".join([*said, text[start:end]])


def nested(spans):
    """The outermost spans, each with those within it."""
    outermost, opened = [], []
    for span in sorted(spans, key=lambda span: (span.start, -span.end, span.level)):
        while opened and opened[-1].end <= span.start:
            opened.pop()
        assert not opened or span.end <= opened[-1].end
        (opened[-1].inner if opened else outermost).append(span)
        opened.append(span)
    return outermost


def of_text(file, text, numbers):
    """Returns a C source with switches for those of these mistakes (name -> number) that can have one, and the names of
    those."""
    spans, switched = [], set()
    for match in mutants.BODY.finditer(text):
        body = Switches(file, text, match.start(), match.end(), numbers)
        spans += body.spans()
        switched |= body.switched
    return rendered(text, 0, len(text), nested(spans)), switched


def of_file(file, numbers):
    return of_text(file, sources.text(file), numbers)
