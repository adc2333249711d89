import { useState } from 'preact/hooks';
import { NotFoundError, type EngraphClient, type Schemas } from '../../../../clients/typescript/src/index.js';
import { hrefOf } from '../navigation/route.js';
import type { Mention } from '../parts/mention-parts.js';
import { Name, Visible } from '../parts/name.js';
import { Loading } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';
import { useAnswer } from '../parts/use-answer.js';
import type { Fact } from './fact.js';
import { excerptOf } from './said-words.js';

type Memory = Schemas['MemoryWithVersions'];

interface Source {
  readonly memory: Memory;
  readonly mentions: readonly Mention[];
  /** What it puts right. */
  readonly corrects: readonly Memory[];
}

/** Memories that are shown at first, and that one more press adds. */
const STEP = 3;

/** The memories that say a fact, each with the very words. */
export function Evidence({ fact }: { readonly fact: Fact }) {
  const [limit, setLimit] = useState(STEP);
  const ids = fact.memoryIds.slice(0, limit);
  const { data, error, isLoading } = useAnswer(
    async (client, signal) => (await Promise.all(ids.map((id) => sourceOf(client, id, signal)))).flat(),
    [ids.join()],
  );
  const left = fact.memoryIds.length - ids.length;
  return (
    <>
      {error !== null && <Problem error={error} />}
      {!data && isLoading && <Loading />}
      <ol class="evidence">
        {data?.map((source) => (
          <Said key={source.memory.memory_id} source={source} fact={fact} />
        ))}
      </ol>
      {left > 0 && (
        <button
          type="button"
          class="small"
          disabled={isLoading}
          onClick={() => {
            setLimit(limit + STEP);
          }}
        >
          {left} more
        </button>
      )}
    </>
  );
}

function Said({ source: { memory, mentions, corrects }, fact }: { readonly source: Source; readonly fact: Fact }) {
  return (
    <li>
      <Head memory={memory} link="Open the memory" factId={fact.id} />
      <blockquote class="marked" dir="auto">
        {excerptOf(memory.text, mentions, fact).map(({ words, isSaid }, at) =>
          isSaid ? (
            <mark key={at}>
              <Visible text={words} />
            </mark>
          ) : (
            <Visible key={at} text={words} />
          ),
        )}
      </blockquote>
      {corrects.map((mistaken) => (
        <div key={mistaken.memory_id} class="corrected">
          <Head memory={mistaken} before="It puts right:" link="Open that memory" />
          <blockquote class="marked" dir="auto">
            <Visible text={mistaken.text.slice(0, SHOWN)} />
          </blockquote>
        </div>
      ))}
    </li>
  );
}

interface HeadProps {
  readonly memory: Memory;
  readonly before?: string;
  readonly link: string;
  readonly factId?: string;
}

function Head({ memory, before, link, factId }: HeadProps) {
  return (
    <p class="quiet evidence-head">
      {before}
      <Time iso={memory.occurred_at ?? memory.created_at} />
      {memory.speaker !== null && <Name text={memory.speaker} />}
      <a href={hrefOf('memories', memory.memory_id, { fact: factId })} title={`Memory ${memory.memory_id}`}>
        {link}
      </a>
    </p>
  );
}

/** Characters of a memory that was put right. */
const SHOWN = 300;

/** Nothing for a memory that was forgotten meanwhile. */
async function sourceOf(client: EngraphClient, id: string, signal: AbortSignal): Promise<Source[]> {
  const [memory] = await known(client, id, signal);
  if (!memory) return [];
  const { artifact } = await client.inspectMemory(id, { signal });
  const corrects = await Promise.all(artifact.corrects.slice(0, STEP).map((other) => known(client, other, signal)));
  return [{ memory, mentions: artifact.extraction.mentions, corrects: corrects.flat() }];
}

async function known(client: EngraphClient, id: string, signal: AbortSignal): Promise<Memory[]> {
  try {
    return [await client.getMemory(id, {}, { signal })];
  } catch (error) {
    if (error instanceof NotFoundError) return [];
    throw error;
  }
}
