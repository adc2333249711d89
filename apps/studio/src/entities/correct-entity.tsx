import { useState } from 'preact/hooks';
import { shortName } from '../parts/badge.js';
import { Field } from '../parts/field.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { useWrite } from '../parts/use-write.js';
import type { EntityChangeProps } from './entity.js';

/** Gives an entity another name or type. */
export function CorrectEntity({ entity, onChanged }: EntityChangeProps) {
  const [name, setName] = useState(entity.canonical_name);
  const [type, setType] = useState(entity.entity_type_id);
  const { data } = useAnswer((client, signal) => client.capabilities({ signal }), []);
  const { isBusy, error, write } = useWrite();
  const correction = {
    ...(name === entity.canonical_name ? {} : { canonical_name: name }),
    ...(type === entity.entity_type_id ? {} : { entity_type_id: type }),
  };
  const correct = async (event: Event): Promise<void> => {
    event.preventDefault();
    await write(async (client, options) => {
      onChanged(await client.correctEntity(entity.entity_id, correction, options));
    });
  };
  return (
    <form onSubmit={(event) => void correct(event)}>
      <h3>Name and type</h3>
      <div class="row">
        <Field label="Name" value={name} onValue={setName} />
        <label>
          Type
          <select
            value={String(type)}
            onChange={(event) => {
              setType(Number(event.currentTarget.value));
            }}
          >
            {data?.entity_types.map(({ id, qname }) => (
              <option key={id} value={String(id)}>
                {shortName(qname)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" disabled={isBusy || name.trim() === '' || Object.keys(correction).length === 0}>
          Correct
        </button>
      </div>
      {error !== null && <Problem error={error} />}
    </form>
  );
}
