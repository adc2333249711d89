import { useState } from 'preact/hooks';
import { hrefOf } from '../app/route.js';
import { shortName } from '../parts/badge.js';
import { Confidence } from '../parts/bars.js';
import { FactBadges } from '../parts/fact-badges.js';
import { JudgeFact } from '../parts/judge-fact.js';
import { Visible } from '../parts/name.js';
import { Empty } from '../parts/notice.js';
import { Day, dayOf } from '../parts/time.js';
import { axisOf, byBeginning, extentOf, grouped, holds, type Axis, type TimelineFact } from './timeline.js';

interface TimelineTableProps {
  readonly facts: readonly TimelineFact[];
  readonly onDone: () => void;
}

/** What held when: a bar for each fact, and the same in words. */
export function TimelineTable({ facts, onDone }: TimelineTableProps) {
  if (facts.length === 0) return <Empty>No fact is known.</Empty>;
  const axis = axisOf(facts, Date.now());
  return (
    <div class="table" role="region" aria-label="What held when" tabIndex={0}>
      <table class="timeline">
        <caption class="unshown">What held when</caption>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            <th scope="col" class="timeline-axis">
              <span class="unshown">When, on an axis from </span>
              {dayOf(new Date(axis.from).toISOString())}
              <span class="unshown"> to </span>
              <span class="timeline-end">{dayOf(new Date(axis.to).toISOString())}</span>
            </th>
            <th scope="col">Sure</th>
            <th scope="col">Said by</th>
            <th scope="col">
              <span class="unshown">Decide</span>
            </th>
          </tr>
        </thead>
        {grouped(facts).map(([predicate, of]) => (
          <Group key={predicate} predicate={predicate} facts={of} axis={axis} onDone={onDone} />
        ))}
      </table>
    </div>
  );
}

/** Rows of a predicate, and how many more come by a click. */
const ROWS = 20;

interface GroupProps extends TimelineTableProps {
  readonly predicate: string;
  readonly axis: Axis;
}

/** The facts of a predicate: of many those that hold and the surest, by their beginning. */
function Group({ predicate, facts, axis, onDone }: GroupProps) {
  const [rows, setRows] = useState(ROWS);
  const more = facts.length - rows;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={5} class="timeline-predicate">
          {shortName(predicate)}
        </th>
      </tr>
      {byBeginning(facts.slice(0, rows)).map((fact) => (
        <Row key={fact.id} fact={fact} axis={axis} onDone={onDone} />
      ))}
      {more > 0 && (
        <tr>
          <td colSpan={5}>
            <button
              type="button"
              class="small"
              onClick={() => {
                setRows(rows + ROWS);
              }}
            >
              {more} more of “{shortName(predicate)}”
            </button>
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface RowProps {
  readonly fact: TimelineFact;
  readonly axis: Axis;
  readonly onDone: () => void;
}

function Row({ fact, axis, onDone }: RowProps) {
  const { left, width } = extentOf(fact, axis);
  return (
    <tr class={holds(fact) ? '' : 'past'}>
      <td dir="auto" class="timeline-fact">
        {fact.other === null ? (
          <Visible text={fact.text} />
        ) : (
          <a href={hrefOf('entities', fact.other)}>
            <Visible text={fact.text} />
          </a>
        )}{' '}
        <FactBadges {...fact} />
      </td>
      <td class="when">
        <span class="timeline-track" aria-hidden="true">
          <span class="timeline-bar" style={{ left: `${left}%`, width: `${width}%` }} />
        </span>
        <Day iso={fact.valid_from} none="unknown" /> to{' '}
        <Day iso={fact.valid_to} none={fact.superseded_by === null ? 'now' : 'unknown'} />
      </td>
      <td>
        <Confidence value={fact.confidence} />
      </td>
      <td>
        <Sources ids={fact.memoryIds} />
      </td>
      <td>
        <JudgeFact fact={fact} says={fact.text} isCertain={fact.source !== 'read'} onDone={onDone} />
      </td>
    </tr>
  );
}

const SHOWN_SOURCES = 3;

function Sources({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return <span class="quiet">a caller</span>;
  return (
    <span class="sources">
      {ids.slice(0, SHOWN_SOURCES).map((id, at) => (
        <a key={id} href={hrefOf('memories', id)} title={`Memory ${id}`} aria-label={`Memory ${id}`}>
          {at === 0 ? 'memory' : at + 1}
        </a>
      ))}
      {ids.length > SHOWN_SOURCES && <span class="quiet">of {ids.length}</span>}
    </span>
  );
}
