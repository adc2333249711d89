import { hrefOf } from '../navigation/route.js';
import { Badge, shortName } from '../parts/badge.js';
import { Confidence } from '../parts/bars.js';
import { Name, Visible } from '../parts/name.js';
import { Time } from '../parts/time.js';
import type { RankMove } from './moves.js';
import type { RecallHit } from './recall-request.js';
import { partTitle, ScoreBars, ScoreStack } from './score-parts.js';
import { reasonsOf, scorePartsOf, type TracedMemory, type Trace } from './trace.js';

interface RankedMemoryProps {
  readonly memory: RecallHit;
  readonly rank: number;
  readonly trace: Trace;
  /** Length of a full bar. */
  readonly max: number;
  /** How its rank changes without a retriever, where that is asked. */
  readonly move: RankMove | null;
}

/** A memory of the ranking, and why it stands where it stands. */
export function RankedMemory({ memory, rank, trace, max, move }: RankedMemoryProps) {
  const fused = trace.fusion.find((one) => one.memory_id === memory.memory_id);
  return (
    <li class="ranked">
      <span class="rank">
        <span class="unshown">Rank </span>
        {rank}
      </span>
      <div>
        <MemoryText memory={memory} />
        <p class="ranked-about">
          <Time iso={memory.occurred_at ?? memory.created_at} />
          {memory.speaker !== null && <Name text={memory.speaker} />}
          <span>
            confidence <Confidence value={memory.confidence} />
          </span>
          {move && <MoveBadge move={move} />}
        </p>
        {fused && <Why {...{ fused, trace, max, rank, memory }} />}
      </div>
    </li>
  );
}

/** Characters of a text that the ranking shows. */
const SHOWN = 600;

function MemoryText({ memory: { memory_id: id, text, passage } }: { readonly memory: RecallHit }) {
  const shown = passage ? Array.from(text).slice(passage.start, passage.end).join('') : text;
  return (
    <a class="ranked-text" data-arrow-stop dir="auto" href={hrefOf('memories', id)}>
      {passage && passage.start > 0 && '… '}
      <Visible text={shown.slice(0, SHOWN)} />
      {(shown.length > SHOWN || (passage && shown.length < text.length)) && ' …'}
    </a>
  );
}

/** How a rank changes, in words, for a list or a table. */
export function MoveBadge({ move: { before, after } }: { readonly move: RankMove }) {
  if (after === null) return <Badge tone="bad">no longer found near</Badge>;
  if (before === null) return <Badge tone="good">comes in at {after}</Badge>;
  if (before === after) return <Badge>stays at {after}</Badge>;
  return after < before ? <Badge tone="good">rises to {after}</Badge> : <Badge tone="bad">falls to {after}</Badge>;
}

interface WhyProps extends Pick<RankedMemoryProps, 'memory' | 'rank' | 'trace' | 'max'> {
  readonly fused: TracedMemory;
}

function Why({ fused, trace, max, rank, memory }: WhyProps) {
  const parts = scorePartsOf(fused);
  return (
    <>
      <p class="score">
        <ScoreStack parts={parts} score={fused.score} />
        <span class="bar-value" title="Score relative to the first">
          score {fused.score.toFixed(2)}
        </span>
      </p>
      <details open={rank === 1}>
        <summary>Why it is here</summary>
        <ScoreBars parts={parts} max={max} />
        <dl class="facts">
          {reasonsOf(trace, memory.memory_id).map(({ name, because }, at) => (
            <Reason key={at} name={partTitle(name)} because={inWords(because)} />
          ))}
          {fused.lifts.length > 0 && (
            <>
              <dt>Lifts</dt>
              <dd class="lifts">
                {fused.lifts.map((lift, at) => (
                  <Badge key={at}>{lift}</Badge>
                ))}
              </dd>
            </>
          )}
        </dl>
      </details>
    </>
  );
}

/** A path of the graph, `Ruth –core:lives_in→ Lisbon`, with its relations as words. */
function inWords(because: string): string {
  return because.replaceAll(RELATION, (arrow) => `–${shortName(arrow)}`);
}

const RELATION = /–[\w-]+:\w+/g;

function Reason({ name, because }: { readonly name: string; readonly because: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Name text={because} />
      </dd>
    </>
  );
}
