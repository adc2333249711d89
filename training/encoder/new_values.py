"""
Puts other values in the place of those that statements claim, so that what is learned is how a value is told, not which values
there are: "allergic to ⟨wool⟩" with whatever else anybody is allergic to.
"""

from collections import defaultdict

# What is one thing by itself. Deeds, plans, directives and states hang together with the words around them.
SWAPPED = frozenset(
    "likes dislikes prefers favourite occupation age nationality diet speaks allergic_to has_condition has_skill hobby has".split()
)
DETERMINERS = frozenset("a an the my his her their our your its being".split())
# What makes an occupation a relation as well: "my manager" is a superior, a founder has founded something.
POSSESSIVES = frozenset("my our your his her their 's".split())
RELATED = frozenset("founder co-founder cofounder founders owner owners student students".split())
# Letters of a word before a value by which values are told apart: what follows "a" is no verb, what follows "who" is.
SHORT_WORD = 4


class NewValues:
    """Values by predicate and form, as the given windows state them; `shown` draws by chance."""

    def __init__(self, windows, shown):
        self.shown, found = shown, defaultdict(dict)
        for window in windows:
            for place, words, predicate in values_of(window):
                found[form_of(window, place, words, predicate)].setdefault(lower(words), words)
        self.found = {form: list(values.values()) for form, values in found.items()}

    def of(self, windows, tokens, share):
        """
        The tokens of the windows of a conversation with a share of the values replaced by others of as many words, alike
        wherever they stand behind the same word; names stay. tokens: of each window, which may differ from its own in names.
        """
        mapped = {}
        for window in windows:
            for place, words, predicate in values_of(window):
                key = (before(window, place), lower(words))
                if key not in mapped:
                    others = self.found.get(form_of(window, place, words, predicate), [words])
                    mapped[key] = self.shown.choice(others) if self.shown.random() < share else None
        mapped = {key: words for key, words in mapped.items() if words}
        return [replaced(window, own, mapped) for window, own in zip(windows, tokens)]


def values_of(window):
    """(place, words, predicate) of each statement of a window whose value may be another, and is no name."""
    for first, last, predicate, *_ in window.statements:
        words = tuple(window.tokens[first : last + 1])
        is_tied = predicate == "occupation" and (before(window, first) in POSSESSIVES or not RELATED.isdisjoint(lower(words)))
        if predicate in SWAPPED and not is_tied and all(tag == "O" for tag in window.tags[first : last + 1]):
            yield first, words, predicate


def form_of(window, place, words, predicate):
    """What two values must share to stand in each other's place: predicate, length, and how they are used in the sentence."""
    first = words[0].lower()
    return predicate, len(words), before(window, place), first if first in DETERMINERS else first.endswith("ing")


def before(window, place):
    """The short word before a place, in lower case; an empty text for a long one, a name, or none."""
    word = window.tokens[place - 1].lower() if place > 0 and window.tags[place - 1] == "O" else ""
    return word if len(word) <= SHORT_WORD else ""


def lower(words):
    return tuple(word.lower() for word in words)


def replaced(window, tokens, mapped):
    made, own, place = list(tokens), lower(window.tokens), 0
    lengths = sorted({len(words) for _, words in mapped}, reverse=True)
    while place < len(own):
        fits = (n for n in lengths if (before(window, place), own[place : place + n]) in mapped and is_plain(window, place, n))
        length = next(fits, 0)
        made[place : place + length] = mapped.get((before(window, place), own[place : place + length]), ())
        place += max(1, length)
    return made


def is_plain(window, place, length):
    """Whether no word is part of a name, or of who speaks."""
    until = place + length
    return all(tag == "O" for tag in window.tags[place:until]) and not any(window.labels[place:until])
