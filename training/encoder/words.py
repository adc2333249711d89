"""Words of a text with their places, as libs/extraction/src/text/tokenizer.ts cuts them."""

import re

LETTER = r"[^\W\d_]"
INSIDE = r"[\w]"
WORD = re.compile(
    "|".join(
        [
            r"(?:https?://|www\.)[^\s<>\"]{1,2048}",
            r"[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}",
            r"[@#]\w+",
            r"\d+(?:[.,:/]\d+)*" + LETTER + "*",
            LETTER + INSIDE + r"*(?:['’.&\-‐][^\W_]" + INSIDE + "*)*",
            r"\.\.+|\S",
        ]
    )
)
CLITIC = re.compile(r"^(.+)(['’](?:s|m|re|ve|ll|d))$", re.I)
NEGATION = re.compile(r"^(.*[a-z])(n['’]t)$", re.I)
FUSED = {
    **{"im": 1, "ive": 1, "dont": 2, "doesnt": 4, "didnt": 3, "isnt": 2, "wasnt": 3, "arent": 3, "cant": 2, "wont": 2},
    **{"hes": 2, "shes": 3, "gonna": 3, "cannot": 3},
}


def words(text):
    """(start, end) of each word, in order; contractions come apart."""
    found = []
    for match in WORD.finditer(text):
        start, end, word = match.start(), match.end(), match.group()
        cut = cut_of(word)
        found += [(start, start + cut), (start + cut, end)] if cut else [(start, end)]
    return found


def cut_of(word):
    """Where a contraction comes apart, or 0."""
    if not word[0].isalpha() or "@" in word:
        return 0
    parts = NEGATION.match(word) or CLITIC.match(word)
    return len(parts.group(1)) if parts else FUSED.get(word.lower(), 0)
