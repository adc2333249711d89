import type { ComponentChildren } from 'preact';
import { goTo, hrefOf } from '../navigation/route.js';
import { filterOf } from '../memories/memory-filter.js';
import { MemoryRow } from '../memories/memory-row.js';
import { useMemories, type MemoryPages } from '../memories/use-memories.js';
import { counted } from '../parts/counted.js';
import { Field } from '../parts/field.js';
import { Empty, Loading } from '../parts/notice.js';
import { Pager } from '../parts/pager.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';
import type { Entity } from './entity.js';

interface EntityMemoriesProps {
  readonly entity: Entity;
  /** Id of the entity in the address. */
  readonly address: string;
  readonly query: URLSearchParams;
}

/** The memories that mention an entity, of all times or between two days. */
export function EntityMemories({ entity, address, query }: EntityMemoriesProps) {
  const [since, until] = [query.get('since') ?? '', query.get('until') ?? ''];
  const filter = filterOf(new URLSearchParams({ since, until }));
  const json = 'json' in filter ? filter.json : undefined;
  const pages = useMemories({ filter: json, subject: entity.entity_id });
  const show = (day: { readonly since?: string; readonly until?: string }): void => {
    goTo(hrefOf('entities', address, { ...Object.fromEntries(query), ...day }), { replace: true });
  };
  return (
    <section class="card" aria-label="Memories">
      <h2>Memories</h2>
      <Period {...{ since, until, show }}>
        <a class="button" href={hrefOf('memories', null, { subject: entity.entity_id, since, until })}>
          Among all memories
        </a>
      </Period>
      <Listed
        {...pages}
        none={since + until === '' ? 'No memory mentions it.' : 'No memory of that time mentions it.'}
      />
      <p class="quiet">
        {entity.mention_count > 0 && `${counted(entity.mention_count, 'mention')}. `}
        Known since <Time iso={entity.created_at} />.
      </p>
    </section>
  );
}

function Listed({ memories, error, isLoading, hasMore, more, none }: MemoryPages & { readonly none: string }) {
  if (error !== null) return <Problem error={error} />;
  if (!memories) return isLoading ? <Loading /> : null;
  if (memories.length === 0) return <Empty>{none}</Empty>;
  return (
    <>
      <ol class="memories" data-arrows>
        {memories.map((memory) => (
          <MemoryRow key={memory.memory_id} {...memory} />
        ))}
      </ol>
      <Pager {...{ hasMore, isLoading }} onMore={more} shown={memories.length} what={['memory', 'memories']} />
    </>
  );
}

interface PeriodProps {
  readonly since: string;
  readonly until: string;
  readonly show: (day: { readonly since?: string; readonly until?: string }) => void;
  readonly children: ComponentChildren;
}

/** Two days between which something was said, or happened. */
function Period({ since, until, show, children }: PeriodProps) {
  return (
    <div class="row period">
      <Field
        label="From"
        type="date"
        value={since}
        onValue={(day) => {
          show({ since: day });
        }}
      />
      <Field
        label="To"
        type="date"
        value={until}
        onValue={(day) => {
          show({ until: day });
        }}
      />
      <div class="buttons">
        {since + until !== '' && (
          <button
            type="button"
            onClick={() => {
              show({ since: '', until: '' });
            }}
          >
            All times
          </button>
        )}
        {children}
      </div>
    </div>
  );
}
