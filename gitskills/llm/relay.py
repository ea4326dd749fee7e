"""The MCP server that a child agent sees: it knows nothing and hands each call to the job that started the child.

`python -P -m gitskills.llm.relay SOCKET`, the token in the environment. When the job is gone, the child is told to go too.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp_types import CallToolResult, ListToolsResult, TextContent
from mcp_types import Tool as Offered

from gitskills.llm.wire import LONGEST, decoded, encoded

NAME = "gitskills"
TOKEN = "GITSKILLS_RELAY_TOKEN"  # noqa: S105 - the variable's name


@dataclass(slots=True)
class Relay:
    """The line to the job; one call at a time."""

    answers: asyncio.Queue[Mapping[str, object]]
    writer: asyncio.StreamWriter
    one: asyncio.Lock

    async def ask(self, **question: object) -> Mapping[str, object]:
        async with self.one:
            self.writer.write(encoded(question))
            await self.writer.drain()
            return await self.answers.get()


async def serve(path: str, token: str) -> None:
    """Serve on standard input and output until either side goes."""
    reader, writer = await asyncio.open_unix_connection(path, limit=LONGEST)
    relay = Relay(asyncio.Queue(), writer, asyncio.Lock())
    listening = asyncio.create_task(_listen(reader, relay.answers))
    hello = await relay.ask(token=token)
    talking = asyncio.create_task(_talk(relay, hello))
    await asyncio.wait({listening, talking}, return_when=asyncio.FIRST_COMPLETED)
    client = hello.get("client")
    if listening.done() and isinstance(client, int) and client == os.getppid():
        os.kill(client, signal.SIGTERM)


async def _listen(reader: asyncio.StreamReader, answers: asyncio.Queue[Mapping[str, object]]) -> None:
    while line := await reader.readline():
        answers.put_nowait(decoded(line))
    answers.put_nowait({})


async def _talk(relay: Relay, hello: Mapping[str, object]) -> None:
    tools = hello.get("tools")
    listing = tools if isinstance(tools, list) else []
    offered = [Offered(name=one["name"], description=one["description"], input_schema=one["schema"]) for one in listing]

    async def listed(_context: Any, _asked: Any) -> ListToolsResult:
        return ListToolsResult(tools=offered)

    async def called(_context: Any, asked: Any) -> CallToolResult:
        answer = await relay.ask(call=asked.name, arguments=asked.arguments or {})
        return CallToolResult(content=[TextContent(type="text", text=str(answer.get("text", "")))])

    server = Server(NAME, on_list_tools=listed, on_call_tool=called)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def main() -> None:
    asyncio.run(serve(sys.argv[1], os.environ.get(TOKEN, "")))  # noqa: TID251 - this is a process of its own
    os._exit(0)  # a thread still waits for standard input


if __name__ == "__main__":
    main()
