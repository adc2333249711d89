import { useState } from 'preact/hooks';
import { hrefOf } from '../navigation/route.js';
import { shortName } from '../parts/badge.js';
import type { ChosenFact } from '../facts/chosen-fact.js';
import { FactReasons } from '../facts/fact-panel.js';
import { WhyButton } from '../facts/why-button.js';
import { Confidence } from '../parts/bars.js';
import { counted } from '../parts/counted.js';
import { FactBadges } from '../parts/fact-badges.js';
import { JudgeFact } from '../parts/judge-fact.js';
import { Visible } from '../parts/name.js';
import { Empty } from '../parts/notice.js';
import { Day, dayOf } from '../parts/time.js';
import { axisOf, byBeginning, extentOf, grouped, holds, type Axis, type TimelineFact } from './timeline.js';

interface TimelineTableProps {
  readonly facts: readonly TimelineFact[];
  readonly chosen: ChosenFact;
  readonly onDone: () => void;
}

/** What held when: a bar for each fact, and the same in words. */
export function TimelineTable({ facts, chosen, onDone }: TimelineTableProps) {
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
          <Group key={predicate} predicate={predicate} facts={of} {...{ axis, chosen, onDone }} />
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
function Group({ predicate, facts, axis, chosen, onDone }: GroupProps) {
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
        <Row key={fact.id} {...{ fact, axis, chosen, onDone }} />
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
  readonly chosen: ChosenFact;
  readonly onDone: () => void;
}

function Row({ fact, axis, chosen, onDone }: RowProps) {
  const isOpen = chosen.id === fact.id;
  return (
    <>
      <tr class={holds(fact) ? '' : 'past'}>
        <td dir="auto" class="timeline-fact">
          <FactText fact={fact} /> <FactBadges {...fact} />
        </td>
        <When fact={fact} axis={axis} />
        <td>
          <Confidence value={fact.confidence} />
        </td>
        <td>
          <span class="sources">
            <WhyButton
              says={fact.text}
              isOpen={isOpen}
              onToggle={() => {
                chosen.toggle(fact.id);
              }}
            />
            <span class="quiet">{saidBy(fact)}</span>
          </span>
        </td>
        <td>
          <JudgeFact fact={fact} says={fact.text} isCertain={fact.source !== 'read'} onDone={onDone} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5}>
            <FactReasons fact={fact} onDone={onDone} />
          </td>
        </tr>
      )}
    </>
  );
}

function FactText({ fact: { other, text } }: { readonly fact: TimelineFact }) {
  if (other === null) return <Visible text={text} />;
  return (
    <a href={hrefOf('entities', other)}>
      <Visible text={text} />
    </a>
  );
}

function When({ fact, axis }: { readonly fact: TimelineFact; readonly axis: Axis }) {
  const { left, width } = extentOf(fact, axis);
  return (
    <td class="when">
      <span class="timeline-track" aria-hidden="true">
        <span class="timeline-bar" style={{ left: `${left}%`, width: `${width}%` }} />
      </span>
      <Day iso={fact.valid_from} none="unknown" /> to{' '}
      <Day iso={fact.valid_to} none={fact.superseded_by === null ? 'now' : 'unknown'} />
    </td>
  );
}

function saidBy({ memoryIds }: TimelineFact): string {
  return memoryIds.length === 0 ? 'a caller' : counted(memoryIds.length, 'memory', 'memories');
}
