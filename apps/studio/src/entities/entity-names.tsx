import { hrefOf } from '../navigation/route.js';
import { AskFirst, useAsking } from '../parts/ask-first.js';
import { sayDone } from '../parts/done.js';
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
  const asking = useAsking();
  const { isBusy, error, write } = useWrite();
  const split = (): Promise<boolean> =>
    write(async (client, options) => {
      const owner = await client.splitEntity(entity.entity_id, { name }, options);
      const isStill = [owner.canonical_name, ...owner.aliases].includes(entity.canonical_name);
      const link = { href: hrefOf('entities', owner.entity_id), text: 'Whose it is now' };
      asking.cancel();
      onChanged(entity);
      sayDone({ text: `“${name}” is ${isStill ? 'still' : 'no longer'} a name of “${entity.canonical_name}”.`, link });
    });
  return (
    <li>
      <Name text={name} />{' '}
      <button
        ref={asking.trigger}
        type="button"
        class="small"
        aria-label={`Split off ${name}`}
        title="This name is of something else: it gets an entity of its own"
        aria-expanded={asking.isAsking}
        disabled={isBusy}
        onClick={asking.ask}
      >
        Split off…
      </button>
      <AskFirst asking={asking} yes="Split it off" isBusy={isBusy} onYes={() => void split()}>
        “<Name text={name} />” moves to an entity of its own, with what memories say under that name; “
        <Name text={entity.canonical_name} />” keeps the rest.
      </AskFirst>
      {error !== null && <Problem error={error} />}
    </li>
  );
}
