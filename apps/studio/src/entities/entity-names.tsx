import { Name } from '../parts/name.js';
import { Problem } from '../parts/problem.js';
import { useWrite } from '../parts/use-write.js';
import { CorrectEntity } from './correct-entity.js';
import type { EntityChangeProps } from './entity.js';
import { MergeEntity } from './merge-entity.js';

/** The names of an entity, and what puts them right. */
export function EntityNames({ entity, onChanged }: EntityChangeProps) {
  return (
    <section class="card">
      <h2>Names</h2>
      <ul class="names">
        <li>
          <strong>
            <Name text={entity.canonical_name} />
          </strong>
        </li>
        {entity.aliases.map((name) => (
          <Alias key={name} name={name} entity={entity} onChanged={onChanged} />
        ))}
      </ul>
      <details class="put-right">
        <summary>Put it right</summary>
        <div class="columns even">
          <CorrectEntity entity={entity} onChanged={onChanged} />
          <MergeEntity entity={entity} onChanged={onChanged} />
        </div>
      </details>
    </section>
  );
}

function Alias({ name, entity, onChanged }: EntityChangeProps & { readonly name: string }) {
  const { isBusy, error, write } = useWrite();
  const split = async (): Promise<void> => {
    const isDone = await write((client, options) => client.splitEntity(entity.entity_id, { name }, options));
    if (isDone) onChanged(entity);
  };
  return (
    <li>
      <Name text={name} />{' '}
      <button
        type="button"
        class="small"
        aria-label={`Split off ${name}`}
        title="This name is of something else: it gets an entity of its own"
        disabled={isBusy}
        onClick={() => void split()}
      >
        Split off
      </button>
      {error !== null && <Problem error={error} />}
    </li>
  );
}
