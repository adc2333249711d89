import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../../../../clients/typescript/src/index.js';
import { goTo, hrefOf, route } from '../navigation/route.js';
import { TypeBadge, shortName } from '../parts/badge.js';
import { counted } from '../parts/counted.js';
import { EntityLink } from '../parts/fact-sentence.js';
import { Field } from '../parts/field.js';
import { Name } from '../parts/name.js';
import { Empty, Loading } from '../parts/notice.js';
import { Pager } from '../parts/pager.js';
import { Problem } from '../parts/problem.js';
import { Table, type Column } from '../parts/table.js';
import { useAnswer } from '../parts/use-answer.js';
import { useCalm } from '../parts/use-calm.js';
import { useEvents } from '../parts/use-events.js';
import { useSettled } from '../parts/use-settled.js';

type Entity = Schemas['Entity'];

/** Entities that are asked for: at first, and each time that somebody wants more. */
const LIMITS = [50, 200, 1_000];
const SHOWN_ALIASES = 4;

const COLUMNS: readonly Column<Entity>[] = [
  { title: 'Name', cell: (entity) => <EntityLink id={entity.entity_id} name={entity.canonical_name} isStop /> },
  { title: 'Type', cell: ({ entity_type }) => <TypeBadge type={entity_type} /> },
  { title: 'Also called', cell: ({ aliases }) => <Aliases names={aliases} /> },
  { title: 'Mentions', cell: ({ mention_count }) => mention_count > 0 && mention_count, isNumber: true },
];

/** Entities by any word of their names, and by type. */
export function EntityList({ query }: { readonly query: URLSearchParams }) {
  const name = query.get('name') ?? '';
  const type = query.get('type') ?? '';
  const search = `${type} ${name}`;
  const [wide, setWide] = useState({ search, step: 0 });
  const step = wide.search === search ? wide.step : 0;
  const { data, error, isLoading, reload } = useAnswer(
    async (client, signal) => {
      const named = { ...(name ? { name } : {}), ...(type ? { type_id: Number(type) } : {}) };
      const limit = LIMITS[step] ?? 0;
      const { entities, truncated = false } = await client.listEntities({ limit, ...named }, { signal });
      return { entities, hasMore: truncated || entities.length === limit, canWiden: step + 1 < LIMITS.length };
    },
    [name, type, step],
  );
  useEvents(['GraphUpdated', 'EntityCreated', 'EntityCorrected', 'NameAssigned'], useCalm(reload));
  return (
    <>
      <div class="page-head">
        <h1>Entities</h1>
      </div>
      <Search name={name} type={type} />
      {error !== null && <Problem error={error} />}
      {!data && isLoading && <Loading />}
      {data && (
        <Found
          {...{ ...data, isLoading }}
          isSearch={name + type !== ''}
          onMore={() => {
            setWide({ search, step: step + 1 });
          }}
        />
      )}
    </>
  );
}

interface FoundProps {
  readonly entities: readonly Entity[];
  readonly hasMore: boolean;
  readonly canWiden: boolean;
  readonly isLoading: boolean;
  readonly isSearch: boolean;
  readonly onMore: () => void;
}

function Found({ entities, hasMore, canWiden, isLoading, isSearch, onMore }: FoundProps) {
  const count = entities.length;
  if (count === 0)
    return <Empty>{isSearch ? 'No name has such a word.' : 'No entity is known yet: memories bring them.'}</Empty>;
  return (
    <div class="card" data-arrows aria-busy={isLoading}>
      <Table
        caption={`${counted(count, 'entity', 'entities')}, the most mentioned first${hasMore ? '; there are more' : ''}`}
        columns={COLUMNS}
        rows={entities}
        keyOf={({ entity_id }) => entity_id}
      />
      <Pager
        {...{ isLoading, onMore, shown: count, what: ['entity', 'entities'] as const }}
        hasMore={hasMore && canWiden}
      />
      {hasMore && !canWiden && <p class="quiet">Begin to type a name to see others.</p>}
    </div>
  );
}

function Aliases({ names }: { readonly names: readonly string[] }) {
  const more = names.length - SHOWN_ALIASES;
  return (
    <>
      {names.slice(0, SHOWN_ALIASES).map((name, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <Name text={name} />
        </span>
      ))}
      {more > 0 && <span class="quiet"> and {more} more</span>}
    </>
  );
}

function Search({ name, type }: { readonly name: string; readonly type: string }) {
  const { data } = useAnswer((client, signal) => client.capabilities({ signal }), []);
  // A type may be chosen within the pause after a word was typed: what is not changed is as the address has it by then.
  const show = (next: { readonly name?: string; readonly type?: string }): void => {
    const { query } = route.value;
    const now = { name: query.get('name') ?? '', type: query.get('type') ?? '' };
    goTo(hrefOf('entities', null, { ...now, ...next }), { replace: true });
  };
  const [typed, setTyped] = useTyped(name, (settled) => {
    show({ name: settled });
  });
  return (
    <form
      class="card row"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <Field type="search" label="Name, by any of its words" value={typed} onValue={setTyped} />
      <label>
        Type
        <select
          value={type}
          onChange={(event) => {
            show({ type: event.currentTarget.value });
          }}
        >
          <option value="">All</option>
          {data?.entity_types.map(({ id, qname }) => (
            <option key={id} value={String(id)}>
              {shortName(qname)}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}

/** What is typed in a field: told after a pause, and the text of the address where that changes by other means. */
function useTyped(address: string, tell: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(address);
  const settled = useSettled(typed);
  const told = useRef(address);
  useEffect(() => {
    if (settled === told.current) return;
    told.current = settled;
    tell(settled);
  }, [settled]);
  useEffect(() => {
    if (address === told.current) return;
    told.current = address;
    setTyped(address);
  }, [address]);
  return [typed, setTyped];
}
