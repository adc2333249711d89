"""An assistant on LangGraph that remembers over two sessions, and corrects what is wrong. Its model is scripted.

Needs ENGRAPH_URL and ENGRAPH_API_KEY.
"""

import os
from typing import Annotated, TypedDict

from engraph import Engraph
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.store.base import BaseStore

from engraph_langgraph import EngraphStore


class State(TypedDict):
    """The messages of one session."""

    messages: Annotated[list[AnyMessage], add_messages]


def answer(state: State, *, store: BaseStore) -> State:
    """Recalls what is known of the user, asks the model, and remembers what the user said."""
    said = str(state["messages"][-1].content)
    known = store.search(("users", "Maria"), query=said, limit=3)
    prompt = SystemMessage(" ".join(item.value["text"] for item in known) or "Nothing is known.")
    if said.startswith("I "):
        # The same key again takes back what was there. "I" is Maria, see `speaker` below.
        store.put(("users", "Maria"), "home", {"text": said})
    return {"messages": [MODEL.invoke([prompt, *state["messages"]])]}


class Scripted(GenericFakeChatModel):
    """Says what it was told of the user."""

    def _generate(self, messages, *args, **options):  # type: ignore[no-untyped-def]
        self.messages = iter([AIMessage(messages[0].content)])
        return super()._generate(messages, *args, **options)


MODEL = Scripted(messages=iter([]))

with Engraph(os.environ["ENGRAPH_URL"], api_key=os.environ["ENGRAPH_API_KEY"]) as engraph:
    store = EngraphStore(engraph, wait=30, speaker=lambda namespace: namespace[-1])
    graph = StateGraph(State).add_node(answer).add_edge(START, "answer").compile(store=store)
    for session in (["I live in Lisbon."], ["Where does Maria live?", "I live in Porto."], ["Where does Maria live?"]):
        for text in session:
            print("user:", text)
            print("assistant:", graph.invoke({"messages": [HumanMessage(text)]})["messages"][-1].content)

    # What the items say is in the graph too.
    for fact in engraph.recall("Where does Maria live?", format="context").facts or []:
        print("fact:", fact.text.split(" (")[0])
