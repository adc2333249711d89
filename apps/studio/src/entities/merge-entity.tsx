import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/index.js';
import { AskFirst, useAsking } from '../parts/ask-first.js';
import { TypeBadge, shortName } from '../parts/badge.js';
import { sayDone } from '../parts/done.js';
import { Field } from '../parts/field.js';
import { Name } from '../parts/name.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { useSettled } from '../parts/use-settled.js';
import { useWrite } from '../parts/use-write.js';
import type { EntityChangeProps } from './entity.js';

const OFFERED = 8;

/** Makes an entity one with another, which is found by its name. */
export function MergeEntity({ entity, onChanged }: EntityChangeProps) {
  const [typed, setTyped] = useState('');
  const name = useSettled(typed.trim());
  const { data } = useAnswer(
    async (client, signal) =>
      name === '' ? [] : (await client.listEntities({ name, limit: OFFERED }, { signal })).entities,
    [name],
  );
  const others = data?.filter((one) => one.entity_id !== entity.entity_id) ?? [];
  return (
    <div>
      <h3>The same as</h3>
      <Field type="search" label="Another entity, by any word of its name" value={typed} onValue={setTyped} />
      <ul class="offers">
        {others.map((one) => (
          <Offer
            key={one.entity_id}
            entity={entity}
            into={one}
            onChanged={(merged) => {
              setTyped('');
              onChanged(merged);
            }}
          />
        ))}
      </ul>
      {name !== '' && data && others.length === 0 && <p class="quiet">Nothing else has such a name.</p>}
    </div>
  );
}

function Offer({ entity, into, onChanged }: EntityChangeProps & { readonly into: Schemas['Entity'] }) {
  const asking = useAsking();
  const { isBusy, error, write } = useWrite();
  const merge = (): Promise<boolean> =>
    write(async (client, options) => {
      const merged = await client.mergeEntity(entity.entity_id, { into: into.entity_id }, options);
      asking.cancel();
      onChanged(merged);
      sayDone({
        text: `“${entity.canonical_name}” and “${into.canonical_name}” are one now: ${described(merged)}. A name can be split off again.`,
      });
    });
  return (
    <li>
      <Name text={into.canonical_name} /> <TypeBadge type={into.entity_type} />
      <button
        ref={asking.trigger}
        type="button"
        class="small"
        disabled={isBusy}
        aria-label={`Merge into ${into.canonical_name}`}
        aria-expanded={asking.isAsking}
        onClick={asking.ask}
      >
        Merge…
      </button>
      <AskFirst asking={asking} yes="Make them one" isBusy={isBusy} onYes={() => void merge()}>
        Are <Name text={described(entity)} /> and <Name text={described(into)} /> the same?
        {entity.entity_type !== into.entity_type && (
          <>
            {' '}
            They are of different types: both become <Name text={described(into)} />.
          </>
        )}
      </AskFirst>
      {error !== null && <Problem error={error} />}
    </li>
  );
}

function described({ canonical_name, entity_type }: Pick<Schemas['Entity'], 'canonical_name' | 'entity_type'>): string {
  return `“${canonical_name}” (${shortName(entity_type)})`;
}
