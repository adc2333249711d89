import { useEffect, useRef } from 'preact/hooks';
import { hrefOf, isReached } from '../navigation/route.js';
import { chosenFact } from '../facts/chosen-fact.js';
import { Badge, TypeBadge } from '../parts/badge.js';
import { counted } from '../parts/counted.js';
import { EntityLink } from '../parts/fact-sentence.js';
import { Name } from '../parts/name.js';
import { Loading, Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { RawJson } from '../parts/raw-json.js';
import { Time } from '../parts/time.js';
import { useAnswer } from '../parts/use-answer.js';
import { useCalm } from '../parts/use-calm.js';
import { useEvents } from '../parts/use-events.js';
import { Candidates } from './candidates.js';
import type { Inspected, Stored } from './inspected.js';
import { EditMemory } from './edit-memory.js';
import { MarkedText } from './marked-text.js';
import { ForgetMemory } from './forget-memory.js';
import { MemoryFacts } from './memory-facts.js';
import { MemoryLinks } from './memory-links.js';
import { ExtractionBadge } from './memory-row.js';
import { SessionNeighbours } from './session-neighbours.js';
import { Stages } from './stages.js';
import { Versions } from './versions.js';

const CHANGES = [
  ...['MemoryExtracted', 'MemoryExtractionFailed', 'MemoryRevised', 'MemoryForgotten', 'GraphUpdated'],
  ...['FactConfirmed', 'FactRetracted', 'FactAsserted'],
];

/** One memory: its words by mention, how it was read, and what it gave. */
export function MemoryDetail({ id, query }: { readonly id: string; readonly query: URLSearchParams }) {
  const { data, error, isLoading, reload } = useAnswer(
    async (client, signal) => {
      const [memory, inspected] = await Promise.all([
        client.getMemory(id, { versions: true, include_tombstoned: true }, { signal }),
        client.inspectMemory(id, { signal }),
      ]);
      return { memory, inspected };
    },
    [id],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isReached()) heading.current?.focus();
  }, []);
  const lookSoon = useCalm(reload);
  useEvents(CHANGES, ({ type, subject }) => {
    if (subject === id || /^(Fact|Graph)/.test(type)) lookSoon();
  });
  return (
    <>
      <p>
        <a href={hrefOf('memories')}>← Memories</a>
      </p>
      <div class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          Memory
        </h1>
        <code class="quiet">{id}</code>
      </div>
      {error !== null && <Problem error={error} />}
      {!data && isLoading && <Loading />}
      {data && <Shown {...data} query={query} reload={reload} />}
    </>
  );
}

interface ShownProps {
  readonly memory: Stored;
  readonly inspected: Inspected;
  readonly query: URLSearchParams;
  readonly reload: () => void;
}

function Shown({ memory, inspected, query, reload }: ShownProps) {
  const { artifact } = inspected;
  const chosen = chosenFact('memories', memory.memory_id, query);
  const names = new Map(artifact.graph.nodes.map((node) => [node.id, node.name]));
  const nameOf = (entityId: string): string | undefined => names.get(entityId);
  return (
    <>
      {memory.state === 1 ? (
        <Notice tone="warning" title="This memory is forgotten">
          It gives the graph nothing any more. Its text is erased seven days after.
        </Notice>
      ) : null}
      <section class="card" aria-label="Text">
        <MarkedText text={inspected.text} mentions={artifact.extraction.mentions} nameOf={nameOf} />
        <About memory={memory} />
        <EditMemory memory={memory} onDone={reload} />
        {artifact.graph.nodes.length > 0 && (
          <ul class="named">
            {artifact.graph.nodes.map((node) => (
              <li key={node.id}>
                <EntityLink id={node.id} name={node.name} /> <TypeBadge type={node.type_qname} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <MemoryFacts {...{ artifact, nameOf, chosen }} onDone={reload} />
      <Candidates artifact={artifact} onDone={reload} />
      <Stages extraction={artifact.extraction} />
      <MemoryLinks id={memory.memory_id} artifact={artifact} />
      <div class="columns">
        <SessionNeighbours memory={memory} />
        <Versions memory={memory} />
      </div>
      <RawJson value={inspected} />
      {memory.state === 0 && <ForgetMemory id={memory.memory_id} onDone={reload} />}
    </>
  );
}

function About({ memory }: { readonly memory: Stored }) {
  return (
    <dl class="facts about">
      <dt>Said</dt>
      <dd>
        <Time iso={memory.occurred_at} none="not told when" />
        {memory.speaker !== null && (
          <>
            {' by '}
            <Name text={memory.speaker} />
          </>
        )}
        {memory.role !== null && <span class="quiet"> ({memory.role})</span>}
      </dd>
      <dt>Stored</dt>
      <dd>
        <Time iso={memory.created_at} /> <ExtractionBadge state={memory.extraction} />
      </dd>
      {memory.expires_at !== null && (
        <>
          <dt>Expires</dt>
          <dd>
            <Time iso={memory.expires_at} />
          </dd>
        </>
      )}
      {(memory.tags.length > 0 || memory.pinned) && (
        <>
          <dt>Tags</dt>
          <dd class="buttons">
            {memory.pinned && <Badge>pinned</Badge>}
            {memory.tags.map((tag) => (
              <a key={tag} href={hrefOf('memories', null, { tag })}>
                <Name text={tag} />
              </a>
            ))}
          </dd>
        </>
      )}
      {memory.metadata !== null && (
        <>
          <dt>Metadata</dt>
          <dd>
            <RawJson value={memory.metadata} title={Object.keys(memory.metadata).join(', ') || 'empty'} />
          </dd>
        </>
      )}
      <dt>Recalled</dt>
      <dd>
        {memory.access_count === 0 ? 'never' : `${counted(memory.access_count, 'time')}, last `}
        {memory.access_count > 0 && <Time iso={memory.last_accessed_at} />}
      </dd>
    </dl>
  );
}
