# SPDX-License-Identifier: GPL-2.0-or-later
"""Which mistakes tools/mutants makes, and whether those that need no test are explained."""

import mutants
import sources

SOURCE = '''\
static const int table[] = { 1 < 2, 3 };

static bool
fits(const char *text, size_t length, unsigned *parts)
{
    /* a < b */
    char *end = NULL;
    if (length >= 4 && !text["<"[0] == 'a'])
        return false;
    for (unsigned i = 0; i < length; i++)
        *parts += text[i] & 3;
#if LIMIT < 3
#endif
    report(text - 1, *parts);
    g_free(end);
    return true;
}
'''
MADE = {
    ("guard", "if (0 && (length >= 4 && !text[\"<\"[0] == 'a']))", True),
    ("negated", "if (!(length >= 4 && !text[\"<\"[0] == 'a']))", True),
    ("relational", "if (length > 4 && !text[\"<\"[0] == 'a'])", True),
    ("constant", "if (length >= (4 - 1) && !text[\"<\"[0] == 'a'])", True),
    ("logical", "if (length >= 4 || !text[\"<\"[0] == 'a'])", True),
    ("operand", "if (1 && !text[\"<\"[0] == 'a'])", True),
    ("operand", "if (length >= 4 && 1)", False),
    ("not", "if (length >= 4 && text[\"<\"[0] == 'a'])", False),
    ("relational", "if (length >= 4 && !text[\"<\"[0] != 'a'])", False),
    ("truth", "return true;", False),
    ("relational", "for (unsigned i = 0; i <= length; i++)", True),
    ("removed", ";", False),
    ("arithmetic", "*parts -= text[i] & 3;", False),
    ("bits", "*parts += text[i] | 3;", False),
    ("arithmetic", "report(text + 1, *parts);", False),
    ("truth", "return false;", False),
}


def test_operators():
    """Leaks, steps of loops, declarations, comments, strings, tables and lines of the preprocessor are left alone."""
    found = mutants.of_text("a.c", SOURCE)
    lines = [(mutant.operator, mutant.applied(SOURCE).splitlines()[mutant.line - 1].strip(), mutant.is_bound)
             for mutant in found]
    assert set(lines) == MADE and len(lines) == len(MADE) + 1       # two statements are removed
    assert len({mutant.name for mutant in found}) == len(found)
    assert all(SOURCE.splitlines()[mutant.line - 1].strip() == mutant.code for mutant in found)


def test_all_sources_have_mistakes_with_names_of_their_own():
    for file in sources.files("c"):
        found = mutants.of_file(file)
        assert found and len({mutant.name for mutant in found}) == len(found), file


def test_what_is_explained_still_exists():
    assert [entry for entry in mutants.explained()
            if not any(mutants.is_explained_by(mutant, entry) for mutant in mutants.of_file(entry["file"]))] == []
    assert all(entry["why"].endswith(".") for entry in mutants.explained())
