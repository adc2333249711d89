"""Makes the synchronous client of the asynchronous one: make_sync.py ASYNC_FOLDER SYNC_FOLDER"""

import sys
from pathlib import Path

import unasync

NAMES = {
    "AsyncEngraph": "Engraph",
    "AsyncTransport": "Transport",
    "AsyncClient": "Client",
    "AsyncRetrying": "Retrying",
    "AsyncApiKey": "ApiKey",
    "AsyncSendPart": "SendPart",
    "async_key_of": "sync_key_of",
    "asynccontextmanager": "contextmanager",
    "aclose": "close",
    "aread": "read",
    "aiter_bytes": "iter_bytes",
    "aiter_lines": "iter_lines",
    "aiter_sse": "iter_sse",
    "anyio": "time",
}

if __name__ == "__main__":
    source, target = (str(Path(folder).absolute()) + "/" for folder in sys.argv[1:])
    rule = unasync.Rule(source, target, additional_replacements=NAMES)
    unasync.unasync_files([str(file) for file in Path(source).glob("*.py")], [rule])
