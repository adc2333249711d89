"""An agent that remembers over two runs of its program, and takes a wrong turn back. Its model is scripted.

Needs ENGRAPH_URL and ENGRAPH_API_KEY.
"""

import asyncio
import os
from typing import Any

from agents import Agent, Model, ModelResponse, Runner, Usage, set_tracing_disabled
from engraph import AsyncEngraph
from openai.types.responses import ResponseOutputMessage, ResponseOutputText

from engraph_openai_agents import EngraphSession


class Scripted(Model):
    """Says what the user has told so far."""

    async def get_response(self, system_instructions: Any, input: Any, *_: Any, **__: Any) -> ModelResponse:
        told = [item["content"] for item in input if item.get("role") == "user"]
        text = ResponseOutputText(type="output_text", text=" ".join(told), annotations=[])
        message = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[text])
        return ModelResponse(output=[message], usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


async def run(text: str) -> None:
    """One run of the program: it knows nothing but the id of the session."""
    async with AsyncEngraph(os.environ["ENGRAPH_URL"], api_key=os.environ["ENGRAPH_API_KEY"]) as engraph:
        session = EngraphSession("thread-1", engraph, speaker="Maria")
        result = await Runner.run(Agent(name="Assistant", model=Scripted()), text, session=session)
        print("user:", text)
        print("assistant:", result.final_output)


async def take_back() -> None:
    """Removes the last answer and the question before it."""
    async with AsyncEngraph(os.environ["ENGRAPH_URL"], api_key=os.environ["ENGRAPH_API_KEY"]) as engraph:
        session = EngraphSession("thread-1", engraph)
        await session.pop_item()
        await session.pop_item()


set_tracing_disabled(True)
asyncio.run(run("I live in Lisbon."))
asyncio.run(run("I live in Faro."))
asyncio.run(take_back())
asyncio.run(run("No, in Porto."))
