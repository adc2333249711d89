import type { Schemas } from '../../../../clients/typescript/src/index.js';
import { goTo, hrefOf } from '../app/route.js';
import { TypeBadge, shortName } from '../parts/badge.js';
import { counted } from '../parts/counted.js';
import { EntityLink } from '../parts/fact-sentence.js';
import { Field } from '../parts/field.js';
import { Name } from '../parts/name.js';
import { Empty, Loading } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { Table, type Column } from '../parts/table.js';
import { useAnswer } from '../parts/use-answer.js';
import { useCalm } from '../parts/use-calm.js';
import { useEvents } from '../parts/use-events.js';

type Entity = Schemas['Entity'];

const LIMIT = 200;
const SHOWN_ALIASES = 4;

const COLUMNS: readonly Column<Entity>[] = [
  { title: 'Name', cell: (entity) => <EntityLink id={entity.entity_id} name={entity.canonical_name} /> },
  { title: 'Type', cell: ({ entity_type }) => <TypeBadge type={entity_type} /> },
  { title: 'Also called', cell: ({ aliases }) => <Aliases names={aliases} /> },
  { title: 'Mentions', cell: ({ mention_count }) => mention_count > 0 && mention_count, isNumber: true },
];

/** Entities by the beginning of any of their names, and by type. */
export function EntityList({ query }: { readonly query: URLSearchParams }) {
  const prefix = query.get('prefix') ?? '';
  const type = query.get('type') ?? '';
  const { data, error, isLoading, reload } = useAnswer(
    (client, signal) =>
      client.listEntities(
        { limit: LIMIT, ...(prefix ? { prefix } : {}), ...(type ? { type_id: Number(type) } : {}) },
        { signal },
      ),
    [prefix, type],
  );
  useEvents(['GraphUpdated', 'EntityCreated', 'EntityCorrected', 'NameAssigned'], useCalm(reload));
  return (
    <>
      <div class="page-head">
        <h1>Entities</h1>
      </div>
      <Search prefix={prefix} type={type} />
      {error !== null && <Problem error={error} />}
      {!data && isLoading && <Loading />}
      {data && <Found {...data} isSearch={prefix + type !== ''} />}
    </>
  );
}

type FoundProps = Schemas['EntityList'] & { readonly isSearch: boolean };

function Found({ entities, count, truncated, isSearch }: FoundProps) {
  if (count === 0)
    return <Empty>{isSearch ? 'Nothing has such a name.' : 'No entity is known yet: memories bring them.'}</Empty>;
  return (
    <div class="card">
      <Table
        caption={`${counted(count, 'entity', 'entities')}, the most mentioned first${truncated ? '; there are more' : ''}`}
        columns={COLUMNS}
        rows={entities}
        keyOf={({ entity_id }) => entity_id}
      />
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

function Search({ prefix, type }: { readonly prefix: string; readonly type: string }) {
  const { data } = useAnswer((client, signal) => client.capabilities({ signal }), []);
  const show = (next: { readonly prefix?: string; readonly type?: string }): void => {
    goTo(hrefOf('entities', null, { prefix, type, ...next }), { replace: true });
  };
  return (
    <form
      class="card row"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <Field
        type="search"
        label="Name begins with"
        value={prefix}
        onValue={(value) => {
          show({ prefix: value });
        }}
      />
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
