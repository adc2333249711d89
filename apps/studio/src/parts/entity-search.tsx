import { useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/index.js';
import { TypeBadge } from './badge.js';
import { Name } from './name.js';
import { Problem } from './problem.js';
import { useAnswer } from './use-answer.js';
import { useSettled } from './use-settled.js';

type Entity = Schemas['Entity'];

interface EntitySearchProps {
  readonly label: string;
  /** Told which entity was chosen, by a click, or by Enter for the first. */
  readonly onPick: (entity: Entity) => void;
  /** Id of an entity that is not offered. */
  readonly without?: string;
}

/** Names that are offered. */
const OFFERED = 8;

/** Finds an entity by the words of any of its names. It stands within other forms, so it is none itself. */
export function EntitySearch({ label, onPick, without }: EntitySearchProps) {
  const [typed, setTyped] = useState('');
  const name = useSettled(typed.trim());
  const { data, error } = useAnswer(
    async (client, signal) =>
      name === '' ? null : { name, ...(await client.listEntities({ name, limit: OFFERED }, { signal })) },
    [name],
  );
  const isOpen = typed.trim() !== '';
  const offered = isOpen ? (data?.entities.filter(({ entity_id: id }) => id !== without) ?? null) : null;
  const pick = (entity: Entity): void => {
    setTyped('');
    onPick(entity);
  };
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setTyped('');
  };
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [first] = offered ?? [];
    // Names of what was typed before are on the screen while others are asked for.
    if (first && data?.name === typed.trim()) pick(first);
  };
  return (
    <div class="entity-search" data-arrows onKeyDown={onEscape}>
      <label>
        {label}
        <input
          type="search"
          value={typed}
          placeholder="Any word of a name"
          autocomplete="off"
          data-arrow-stop
          onKeyDown={onEnter}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
      </label>
      {error !== null && <Problem error={error} />}
      {offered && <Offered entities={offered} onPick={pick} />}
    </div>
  );
}

function Offered({
  entities,
  onPick,
}: {
  readonly entities: readonly Entity[];
  readonly onPick: (one: Entity) => void;
}) {
  return (
    <ul class="offered" aria-label="Entities found">
      {entities.map((entity) => (
        <li key={entity.entity_id}>
          <button
            type="button"
            class="link"
            data-arrow-stop
            onClick={() => {
              onPick(entity);
            }}
          >
            <Name text={entity.canonical_name} />
          </button>{' '}
          <TypeBadge type={entity.entity_type} />
        </li>
      ))}
      {entities.length === 0 && <li class="quiet">No name has such a word.</li>}
    </ul>
  );
}
