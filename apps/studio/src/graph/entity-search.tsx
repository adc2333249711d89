import { useState } from 'preact/hooks';
import { TypeBadge } from '../parts/badge.js';
import { Name } from '../parts/name.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { useSettled } from '../parts/use-settled.js';

interface EntitySearchProps {
  readonly hrefOf: (entityId: string) => string;
  readonly onPick: (entityId: string) => void;
}

/** Names that are offered. */
const OFFERED = 8;

/** Finds an entity by the beginning of one of its names, to put it into the middle. */
export function EntitySearch({ hrefOf, onPick }: EntitySearchProps) {
  const [typed, setTyped] = useState('');
  const prefix = useSettled(typed.trim());
  const { data, error } = useAnswer(
    async (client, signal) =>
      prefix === '' ? null : (await client.listEntities({ prefix, limit: OFFERED }, { signal })).entities,
    [prefix],
  );
  const offered = typed.trim() === '' ? null : data;
  const first = offered?.[0];
  return (
    <form
      role="search"
      class="graph-search"
      onSubmit={(event) => {
        event.preventDefault();
        if (!first) return;
        setTyped('');
        onPick(first.entity_id);
      }}
    >
      <label>
        Find an entity
        <input
          type="search"
          value={typed}
          placeholder="The beginning of a name"
          onInput={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
      </label>
      {error !== null && <Problem error={error} />}
      {offered && (
        <ul class="offered" aria-label="Entities found">
          {offered.map(({ entity_id: id, canonical_name: name, entity_type: type }) => (
            <li key={id}>
              <a
                href={hrefOf(id)}
                onClick={() => {
                  setTyped('');
                }}
              >
                <Name text={name} />
              </a>{' '}
              <TypeBadge type={type} />
            </li>
          ))}
          {offered.length === 0 && <li class="quiet">No name begins so.</li>}
        </ul>
      )}
    </form>
  );
}
