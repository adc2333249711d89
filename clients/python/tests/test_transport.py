"""What the client does on a way to the service that is slow, broken, newer or older."""

from __future__ import annotations

import datetime
import json
import logging
import time

import pytest
from scripted_server import Answer, ScriptedServer

from engraph import (
    AsyncEngraph,
    BadRequestError,
    Engraph,
    EngraphConnectionError,
    EngraphError,
    EngraphTimeoutError,
    NotFoundError,
    RateLimitedError,
    Retry,
    UnauthorizedError,
    UnavailableError,
    UnexpectedAnswerError,
)

QUICK = Retry(attempts=4, first_pause=0.001, max_pause=2)
CREATED = {
    "memory_id": "340282366920938463463374607431768211455",
    "salience": 0.5,
    "kind": 0,
    "created_at_unix_nanos": 1795695217313000001,
    "created_at": "2026-11-26T12:13:37.313000001Z",
    "auto_edges_added": 0,
    "was_deduplicated": False,
}
STORED = Answer(body=json.dumps(CREATED))


def refusal(status: int, code: str, **headers: str) -> Answer:
    body = json.dumps({"error": {"code": code, "message": f"because of {code}"}})
    return Answer(status, body, {"x-request-id": "11111111-2222-4333-8444-555555555555", **headers})


def client(server: ScriptedServer, *, timeout: float = 10, retry: Retry = QUICK) -> Engraph:
    return Engraph(server.url, api_key="engraph_sk_secret", timeout=timeout, retry=retry)


def test_a_write_keeps_its_idempotency_key_over_attempts(server: ScriptedServer) -> None:
    server.answers("drop", refusal(503, "engine.unavailable"), Answer(502, "<html>bad gateway</html>"), STORED)
    with client(server) as engraph:
        assert engraph.encode_memory("Maria moved to Lisbon.").memory_id == CREATED["memory_id"]
    assert len(server.seen) == 4
    assert len({seen.headers["idempotency-key"] for seen in server.seen}) == 1
    assert {seen.body for seen in server.seen} == {'{"text":"Maria moved to Lisbon."}'}


def test_two_writes_have_two_keys_and_a_given_key_is_sent(server: ScriptedServer) -> None:
    server.answers(STORED)
    with client(server) as engraph:
        engraph.encode_memory("a")
        engraph.encode_memory("a")
        engraph.encode_memory("a", idempotency_key="turn-1")
    first, second, third = (seen.headers["idempotency-key"] for seen in server.seen)
    assert first != second
    assert third == "turn-1"


@pytest.mark.anyio
async def test_the_asynchronous_client_retries_too(server: ScriptedServer) -> None:
    server.answers("drop", refusal(429, "rate_limited", **{"retry-after": "0"}), STORED)
    keys = iter(["first", "second", "third"])

    async def api_key() -> str:
        return next(keys)

    async with AsyncEngraph(server.url, api_key=api_key, retry=QUICK) as engraph:
        assert (await engraph.encode_memory("a")).was_deduplicated is False
    assert [seen.headers["authorization"] for seen in server.seen] == ["Bearer first", "Bearer second", "Bearer third"]


def test_the_attempts_end_with_the_last_error(server: ScriptedServer) -> None:
    server.answers(refusal(503, "engine.unavailable"))
    with client(server) as engraph, pytest.raises(UnavailableError) as raised:
        engraph.whoami()
    assert len(server.seen) == 4
    assert raised.value.request_id == "11111111-2222-4333-8444-555555555555"
    assert (raised.value.status, raised.value.code) == (503, "engine.unavailable")
    assert "request 11111111-2222-4333-8444-555555555555" in str(raised.value)


def test_retry_after_is_not_undercut(server: ScriptedServer) -> None:
    server.answers(refusal(429, "rate_limited", **{"retry-after": "1"}), STORED)
    begin = time.monotonic()
    with client(server) as engraph:
        engraph.encode_memory("a")
    assert time.monotonic() - begin >= 1


def test_a_longer_wait_than_allowed_ends_the_call_at_once(server: ScriptedServer) -> None:
    server.answers(refusal(429, "rate_limited", **{"retry-after": "3600"}))
    with client(server) as engraph, pytest.raises(RateLimitedError) as raised:
        engraph.whoami()
    assert raised.value.retry_after == 3600
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [(400, "bad_request", BadRequestError), (401, "unauthorized", UnauthorizedError), (418, "teapot", EngraphError)],
)
def test_a_refusal_is_not_repeated(server: ScriptedServer, status: int, code: str, kind: type[EngraphError]) -> None:
    server.answers(refusal(status, code))
    with client(server) as engraph, pytest.raises(EngraphError) as raised:
        engraph.whoami()
    assert (type(raised.value), raised.value.code) == (kind, code)
    assert len(server.seen) == 1


def test_a_service_that_is_gone_is_a_connection_error() -> None:
    server = ScriptedServer()
    server.stop()
    with client(server) as engraph, pytest.raises(EngraphConnectionError) as raised:
        engraph.whoami()
    assert (raised.value.code, raised.value.status, raised.value.request_id) == ("connection", 0, None)
    assert isinstance(raised.value, ConnectionError)


def test_a_service_that_hangs_is_a_timeout(server: ScriptedServer) -> None:
    server.answers("hang")
    with client(server, timeout=0.3) as engraph, pytest.raises(EngraphTimeoutError) as raised:
        engraph.whoami()
    assert isinstance(raised.value, TimeoutError)
    assert len(server.seen) == 1


def test_an_answer_in_drops_is_a_timeout(server: ScriptedServer) -> None:
    server.answers(Answer(body=json.dumps(CREATED), drip=0.02))
    with client(server) as engraph, pytest.raises(EngraphTimeoutError):
        engraph.with_timeout(0.3).encode_memory("a")


def test_a_wait_comes_on_top_of_the_timeout(server: ScriptedServer) -> None:
    server.answers(Answer(body="{}", drip=0.3))
    with client(server, timeout=0.1) as engraph, pytest.raises(UnexpectedAnswerError):
        engraph.encode_memory("a", wait=5)
    assert server.seen[0].headers["prefer"] == "wait=5"


def test_a_newer_service_has_fields_and_values_that_are_kept(server: ScriptedServer) -> None:
    server.answers(Answer(body=json.dumps({"answer_kind": "several", "memories": [], "mood": {"tone": "calm"}})))
    with client(server) as engraph:
        answer = engraph.recall("Who?")
    assert str(answer.answer_kind) == "several"
    assert answer.additional_properties == {"mood": {"tone": "calm"}}


def test_an_older_service_whose_answer_lacks_a_field_is_named(server: ScriptedServer) -> None:
    server.answers(Answer(body='{"memories": []}', headers={"x-request-id": "7"}))
    with client(server) as engraph, pytest.raises(UnexpectedAnswerError, match="answer_kind") as raised:
        engraph.recall("Who?")
    assert raised.value.request_id == "7"


@pytest.mark.parametrize("body", ["<html>", "", "[1]", "null", "[" * 100_000, '{"error": 7}'])
def test_what_is_no_answer_is_an_error(server: ScriptedServer, body: str) -> None:
    server.answers(Answer(body=body))
    with client(server) as engraph, pytest.raises(EngraphError):
        engraph.recall("Who?")


def test_a_redirect_is_not_followed(server: ScriptedServer) -> None:
    server.answers(Answer(302, "", {"location": "http://127.0.0.1:9/"}))
    with client(server) as engraph, pytest.raises(EngraphError) as raised:
        engraph.whoami()
    assert raised.value.code == "http_302"


def test_integers_are_exact_and_times_are_aware(server: ScriptedServer) -> None:
    server.answers(STORED)
    with client(server) as engraph:
        created = engraph.encode_memory("a", session=2**64 - 1, metadata={"n": 2**70 + 1}, occurred_at=10**18 + 1)
    assert created.created_at_unix_nanos == 1795695217313000001
    assert created.created_at == datetime.datetime(2026, 11, 26, 12, 13, 37, 313000, datetime.timezone.utc)
    assert json.loads(server.seen[0].body) == {
        "text": "a",
        "session": 2**64 - 1,
        "metadata": {"n": 2**70 + 1},
        "occurred_at": 10**18 + 1,
    }


def test_times_are_given_as_datetime_with_a_zone(server: ScriptedServer) -> None:
    server.answers(STORED)
    zone = datetime.timezone(datetime.timedelta(hours=2))
    with client(server) as engraph:
        engraph.encode_memory("a", occurred_at=datetime.datetime(2026, 5, 1, 12, tzinfo=zone))
        with pytest.raises(ValueError, match="time zone"):
            engraph.encode_memory("a", occurred_at=datetime.datetime(2026, 5, 1, 12))
    assert json.loads(server.seen[0].body)["occurred_at"] == "2026-05-01T12:00:00+02:00"
    assert len(server.seen) == 1


def test_none_clears_and_what_is_left_out_stays(server: ScriptedServer) -> None:
    server.answers(Answer(body='{"memory_id": "1", "version": 2, "was_changed": true}'))
    with client(server) as engraph:
        engraph.revise_memory("1", metadata=None, if_version=1)
    assert json.loads(server.seen[0].body) == {"metadata": None}
    assert server.seen[0].headers["if-match"] == '"1"'


@pytest.mark.parametrize("id", ["", ".", ".."])
def test_an_id_cannot_lead_to_another_route(server: ScriptedServer, id: str) -> None:
    server.answers(STORED)
    with client(server) as engraph, pytest.raises(ValueError, match="no id"):
        engraph.get_memory(id)
    assert server.seen == []


def test_an_id_is_one_segment_of_the_path(server: ScriptedServer) -> None:
    server.answers(refusal(404, "not_found"))
    with client(server) as engraph, pytest.raises(EngraphError):
        engraph.get_memory("1/inspect?x=1")
    assert server.seen[0].path == "/v1/memories/1%2Finspect%3Fx%3D1"


def test_the_credential_is_in_one_header_alone(server: ScriptedServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    server.answers(refusal(401, "unauthorized"))
    with client(server) as engraph, pytest.raises(UnauthorizedError) as raised:
        engraph.list_memories(limit=2)
    assert server.seen[0].headers["authorization"] == "Bearer engraph_sk_secret"
    said = [server.seen[0].path, caplog.text, repr(engraph), repr(raised.value), str(raised.value)]
    assert not any("secret" in text for text in said)
    assert caplog.text != ""


@pytest.mark.parametrize("key", ["secret\nX-Admin: 1", " ", "", "sécret"])
def test_a_credential_that_no_header_can_hold_is_refused_and_not_shown(key: str) -> None:
    with pytest.raises(ValueError, match="visible ASCII" if key.strip() else "is empty") as raised:
        Engraph(api_key=key)
    assert "cret" not in str(raised.value)


def test_a_credential_may_end_with_the_line_feed_of_its_file(server: ScriptedServer) -> None:
    server.answers(STORED)
    with Engraph(server.url, api_key="engraph_sk_secret\n") as engraph:
        engraph.encode_memory("x")
    assert server.seen[0].headers["authorization"] == "Bearer engraph_sk_secret"


@pytest.mark.parametrize("wait", [True, -1, 31, "10", 1.5])
def test_a_wait_that_the_service_would_ignore_is_refused(server: ScriptedServer, wait: int) -> None:
    with client(server) as engraph, pytest.raises(ValueError, match="wait must be a whole number"):
        engraph.encode_memory("x", wait=wait)
    assert server.seen == []


def test_an_id_may_be_an_integer(server: ScriptedServer) -> None:
    server.answers(refusal(404, "not_found"))
    with client(server) as engraph, pytest.raises(NotFoundError):
        engraph.get_memory(12)  # type: ignore[arg-type]
    assert server.seen[0].path == "/v1/memories/12"


@pytest.mark.parametrize(
    "url",
    ["http://user:secret@127.0.0.1", "http://127.0.0.1?key=secret", "127.0.0.1", "file:///", "http://127.0.0.1/v1/"],
)
def test_an_address_has_no_credential(url: str) -> None:
    with pytest.raises(ValueError, match="base_url") as raised:
        Engraph(url, api_key="k")
    assert "secret" not in str(raised.value)


def test_pages_follow_each_other(server: ScriptedServer) -> None:
    server.answers(
        Answer(body='{"nodes": [], "edges": [], "next_cursor": "b"}'), Answer(body='{"nodes": [], "edges": []}')
    )
    with client(server) as engraph:
        assert len(list(engraph.graph_pages(include_statements=True))) == 2
    assert [seen.path for seen in server.seen] == [
        "/v1/graph?include_statements=true",
        "/v1/graph?cursor=b&include_statements=true",
    ]


def test_events_go_on_after_a_lost_connection(server: ScriptedServer) -> None:
    stream = {"content-type": "text/event-stream"}
    event = json.dumps({"id": "e", "type": "engraph.MemoryEncoded", "time": "t", "data": {"session": 2**64 - 1}})
    server.answers(
        Answer(body="retry: 2000\nid: p1\n\n", headers=stream),
        "drop",
        Answer(body=f": heartbeat\n\nid: p2\nevent: MemoryEncoded\ndata: {event}\n\n", headers=stream),
    )
    with client(server) as engraph:
        first = next(engraph.events(types=["MemoryEncoded", "GraphUpdated"]))
    assert (first.position, first.type, first.data) == ("p2", "MemoryEncoded", {"session": 2**64 - 1})
    assert [seen.path for seen in server.seen] == [
        "/v1/events?types=MemoryEncoded%2CGraphUpdated&follow=true",
        "/v1/events?types=MemoryEncoded%2CGraphUpdated&after=p1&follow=true",
        "/v1/events?types=MemoryEncoded%2CGraphUpdated&after=p1&follow=true",
    ]


def test_events_end_with_a_refusal(server: ScriptedServer) -> None:
    server.answers(refusal(401, "unauthorized"))
    with client(server) as engraph, pytest.raises(UnauthorizedError):
        next(engraph.events())
    assert len(server.seen) == 1


def test_an_export_goes_on_behind_its_last_checkpoint(server: ScriptedServer) -> None:
    mark = '{"engraph":"checkpoint","events":1,"cursor":"c1"}'
    server.answers(
        Answer(body=f'{{"engraph":"export"}}\n{{"event":"1"}}\n{mark}\n{{"event":"lost"}}\n'),
        "drop",
        Answer(body='{"event":"2"}\n{"engraph":"end","events":2}\n'),
    )
    with client(server) as engraph:
        lines = list(engraph.export_scope())
    assert lines == [
        '{"engraph":"export"}',
        '{"event":"1"}',
        mark,
        '{"event":"2"}',
        '{"engraph":"end","events":2}',
    ]
    assert [seen.path for seen in server.seen[1:]] == ["/v1/export?after=c1"] * 2


def test_an_export_that_gets_no_further_is_an_error(server: ScriptedServer) -> None:
    server.answers(Answer(body='{"engraph":"export"}\n'))
    with client(server) as engraph, pytest.raises(EngraphConnectionError, match="cut"):
        list(engraph.export_scope())
    assert len(server.seen) == 4
