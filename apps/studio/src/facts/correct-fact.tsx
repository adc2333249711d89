import { useState } from 'preact/hooks';
import { sayDone } from '../parts/done.js';
import { shortName } from '../parts/badge.js';
import { EntitySearch } from '../parts/entity-search.js';
import { Field } from '../parts/field.js';
import { Name } from '../parts/name.js';
import { Problem } from '../parts/problem.js';
import { useWrite } from '../parts/use-write.js';
import type { Fact } from './fact.js';
import { faultOf, putRight, rightFactOf, type RightFact } from './put-right.js';

interface CorrectFactProps {
  readonly fact: Fact;
  readonly onDone: () => void;
}

/** Puts the other end, the value and the dates of a fact right, in one form. */
export function CorrectFact({ fact, onDone }: CorrectFactProps) {
  const before = rightFactOf(fact);
  const [right, setRight] = useState(before);
  const { isBusy, error, write } = useWrite();
  const fault = faultOf(right);
  const isChanged = JSON.stringify(right) !== JSON.stringify(before);
  const change = (part: Partial<RightFact>): void => {
    setRight({ ...right, ...part });
  };
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!(await write((client, options) => putRight(client, fact, right, options)))) return;
    sayDone({ text: `Put right: it was “${fact.text}”.` });
    onDone();
  };
  return (
    <details class="put-right">
      <summary>Put its {fact.object ? 'other end' : 'value'} or dates right</summary>
      <form class="correct-fact" onSubmit={(event) => void submit(event)}>
        <div class="row">
          <RightEnd fact={fact} right={right} onChange={change} />
          <Field
            label="Since"
            type="date"
            value={right.since}
            onValue={(since) => {
              change({ since });
            }}
          />
          <Field
            label="Until"
            type="date"
            value={right.until}
            onValue={(until) => {
              change({ until });
            }}
          />
          <button type="submit" class="primary" disabled={isBusy || !isChanged || fault !== null}>
            Put it right
          </button>
        </div>
        <p class="quiet">
          {fault ?? 'What is right is asserted, as certain; what was wrong is retracted.'}
          {right.since === '' && (right.until === '' ? ' Without “since”, it holds from now on.' : '')}
        </p>
        {error !== null && <Problem error={error} />}
      </form>
    </details>
  );
}

interface RightEndProps {
  readonly fact: Fact;
  readonly right: RightFact;
  readonly onChange: (part: Partial<RightFact>) => void;
}

function RightEnd({ fact, right, onChange }: RightEndProps) {
  if (right.object === null)
    return (
      <Field
        label={`Value: ${shortName(fact.predicate)}`}
        value={right.value}
        onValue={(value) => {
          onChange({ value });
        }}
      />
    );
  return (
    <div class="right-end">
      <EntitySearch
        label={`${fact.subject.name} ${shortName(fact.predicate)} …`}
        onPick={({ entity_id: id, canonical_name: name }) => {
          onChange({ object: { id, name } });
        }}
      />
      <p class="quiet">
        Now: <Name text={right.object.name} />
      </p>
    </div>
  );
}
