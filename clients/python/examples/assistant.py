"""An assistant that remembers over two sessions, and is corrected. Its answers are what it recalls; it has no model.

Needs ENGRAPH_URL and ENGRAPH_API_KEY. `assistant.py tell` is the first session, `assistant.py ask` the second.
"""

import os
import sys

from engraph import Engraph

TOLD = [
    "I work at Ericsson as a test engineer.",
    "My brother is called Jonas.",
    "Jonas lives in Gothenburg.",
    "I'm allergic to peanuts.",
]

ASKED = ["Where do I work?", "Where does Jonas live?", "What am I allergic to?", "Which car do I drive?"]


def tell(engraph: Engraph, session: str, text: str) -> None:
    """Remembers what Nora says. With `speaker`, "I" is Nora; with `session`, turns are read in context."""
    print("user:", text)
    engraph.encode_memory(text, speaker="Nora", role="user", session=session, wait=30)


def ask(engraph: Engraph, question: str) -> None:
    """Answers with facts, else with what was said, or says that it does not know."""
    answer = engraph.recall(question, format="context", max_results=3)
    if answer.answer_kind == "none":
        said = "I do not know."
    else:
        said = "; ".join(fact.text for fact in answer.facts or []) or f"You said: {answer.memories[0].text}"
    print(f"user: {question}\nassistant: {said}")


def correct(engraph: Engraph, question: str, text: str) -> None:
    """Rewrites the memory that says the first fact of the answer, and so takes the fact back."""
    fact = (engraph.recall(question, format="context").facts or [])[0]
    print("corrected:", fact.text)
    engraph.revise_memory(fact.memory_ids[0], text=text, wait=30)


with Engraph(os.environ["ENGRAPH_URL"], api_key=os.environ["ENGRAPH_API_KEY"]) as engraph:
    if sys.argv[1:] == ["tell"]:
        for text in TOLD:
            tell(engraph, "monday", text)
    else:
        for question in ASKED:
            ask(engraph, question)
        tell(engraph, "tuesday", "Jonas moved to Malmö.")
        ask(engraph, "Where does Jonas live?")
        correct(engraph, "What am I allergic to?", "I'm allergic to shrimp.")
        ask(engraph, "What am I allergic to?")
