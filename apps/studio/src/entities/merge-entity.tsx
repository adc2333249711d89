import { useState } from 'preact/hooks';
import { TypeBadge } from '../parts/badge.js';
import { Field } from '../parts/field.js';
import { Name } from '../parts/name.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { useWrite } from '../parts/use-write.js';
import type { EntityChangeProps } from './entity.js';

const OFFERED = 8;

/** Makes an entity one with another, which is found by its name. */
export function MergeEntity({ entity, onChanged }: EntityChangeProps) {
  const [prefix, setPrefix] = useState('');
  const { data } = useAnswer(
    async (client, signal) =>
      prefix.trim() === '' ? [] : (await client.listEntities({ prefix, limit: OFFERED }, { signal })).entities,
    [prefix],
  );
  const { isBusy, error, write } = useWrite();
  const merge = (into: string): Promise<boolean> =>
    write(async (client, options) => {
      onChanged(await client.mergeEntity(entity.entity_id, { into }, options));
    });
  const others = data?.filter((one) => one.entity_id !== entity.entity_id) ?? [];
  return (
    <div>
      <h3>The same as</h3>
      <Field type="search" label="Another entity, by the beginning of its name" value={prefix} onValue={setPrefix} />
      <ul class="offers">
        {others.map((one) => (
          <li key={one.entity_id}>
            <Name text={one.canonical_name} /> <TypeBadge type={one.entity_type} />
            <button
              type="button"
              class="small"
              disabled={isBusy}
              aria-label={`Merge into ${one.canonical_name}`}
              onClick={() => void merge(one.entity_id)}
            >
              Merge
            </button>
          </li>
        ))}
      </ul>
      {prefix !== '' && data && others.length === 0 && <p class="quiet">Nothing else has such a name.</p>}
      {error !== null && <Problem error={error} />}
    </div>
  );
}
