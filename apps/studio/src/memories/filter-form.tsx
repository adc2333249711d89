import { useEffect, useState } from 'preact/hooks';
import { goTo, hrefOf } from '../navigation/route.js';
import { Field } from '../parts/field.js';
import { SubjectField } from './subject-field.js';
import { FILTER_FIELDS, type FilterField } from './memory-filter.js';

const LABELS: Readonly<Record<Exclude<FilterField, 'filter' | 'subject'>, string>> = {
  speaker: 'Speaker',
  session: 'Session',
  tag: 'Tags',
  since: 'From',
  until: 'To',
};

type Values = Readonly<Record<string, string>>;

/** A search in words, and fields of the filter; what is applied stands in the address. */
export function FilterForm({ query }: { readonly query: URLSearchParams }) {
  const address = query.toString();
  const [values, setValues] = useState(() => valuesOf(query));
  useEffect(() => {
    setValues(valuesOf(new URLSearchParams(address)));
  }, [address]);
  const type = (name: string, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
  };
  const apply = (event: Event): void => {
    event.preventDefault();
    goTo(hrefOf('memories', null, values));
  };
  return (
    <form class="filter card" role="search" onSubmit={apply}>
      <div class="row">
        <Field
          class="filter-search"
          type="search"
          label="Search"
          placeholder="A question or words; empty: all, newest first"
          value={values['q'] ?? ''}
          onValue={(value) => {
            type('q', value);
          }}
        />
        <div class="buttons">
          <button type="submit" class="primary">
            Search
          </button>
          {address !== '' && (
            <a class="button" href={hrefOf('memories')}>
              Clear
            </a>
          )}
        </div>
      </div>
      <details open={FILTER_FIELDS.some((field) => query.has(field))}>
        <summary>Filter</summary>
        <FilterFields
          values={values}
          onType={type}
          onSubject={(subject) => {
            goTo(hrefOf('memories', null, { ...values, subject }));
          }}
        />
      </details>
    </form>
  );
}

interface FilterFieldsProps {
  readonly values: Values;
  readonly onType: (name: string, value: string) => void;
  readonly onSubject: (entityId: string) => void;
}

function FilterFields({ values, onType, onSubject }: FilterFieldsProps) {
  return (
    <>
      <div class="row">
        <SubjectField subject={values['subject'] ?? ''} onSubject={onSubject} />
        {Object.entries(LABELS).map(([field, label]) => (
          <Field
            key={field}
            type={field === 'since' || field === 'until' ? 'date' : 'text'}
            label={label}
            value={values[field] ?? ''}
            onValue={(value) => {
              onType(field, value);
            }}
          />
        ))}
      </div>
      <label>
        More, as the JSON of a filter
        <textarea
          rows={2}
          spellcheck={false}
          placeholder='{"metadata": {"channel": "mail"}, "pinned": true}'
          value={values['filter'] ?? ''}
          onInput={(event) => {
            onType('filter', event.currentTarget.value);
          }}
        />
      </label>
    </>
  );
}

function valuesOf(query: URLSearchParams): Values {
  return Object.fromEntries(['q', ...FILTER_FIELDS].map((field) => [field, query.get(field) ?? '']));
}
