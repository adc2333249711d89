import { useEffect, useState } from 'preact/hooks';
import { goTo, hrefOf } from '../navigation/route.js';
import { RECALL_FIELDS } from './recall-request.js';

interface FormField {
  readonly name: (typeof RECALL_FIELDS)[number];
  readonly label: string;
  readonly type?: 'text' | 'date' | 'number';
  readonly placeholder?: string;
}

const FILTERS: readonly FormField[] = [
  { name: 'subject', label: 'About', placeholder: 'A name or an id' },
  { name: 'speaker', label: 'Speaker' },
  { name: 'session', label: 'Session' },
  { name: 'tag', label: 'Tags', placeholder: 'work, travel' },
  { name: 'since', label: 'From', type: 'date' },
  { name: 'until', label: 'To', type: 'date' },
  { name: 'results', label: 'Memories', type: 'number', placeholder: '10' },
  { name: 'confidence', label: 'Least confidence', placeholder: '0 to 1' },
  { name: 'tokens', label: 'Tokens of the context', type: 'number', placeholder: '1000' },
];

type Values = Readonly<Record<string, string>>;

/** The question with its filters; what was asked stands in the address. */
export function RecallForm({ query }: { readonly query: URLSearchParams }) {
  // Not what else stands in the address: what was typed since stays.
  const address = new URLSearchParams(valuesOf(query)).toString();
  const [values, setValues] = useState(() => valuesOf(query));
  useEffect(() => {
    setValues(valuesOf(new URLSearchParams(address)));
  }, [address]);
  const type = (name: string, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
  };
  return (
    <form
      class="card recall-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        goTo(hrefOf('recall', null, { ...values, without: query.get('without') ?? '' }));
      }}
    >
      <div class="row">
        <Input field={{ name: 'q', label: 'Question', placeholder: 'Where does Ruth work?' }} {...{ values, type }} />
        <button type="submit" class="primary" disabled={(values['q'] ?? '').trim() === ''}>
          Ask
        </button>
      </div>
      <details open={FILTERS.some(({ name }) => query.has(name))}>
        <summary>Filter and limits</summary>
        <div class="row">
          {FILTERS.map((field) => (
            <Input key={field.name} {...{ field, values, type }} />
          ))}
        </div>
      </details>
    </form>
  );
}

interface InputProps {
  readonly field: FormField;
  readonly values: Values;
  readonly type: (name: string, value: string) => void;
}

function Input({ field: { name, label, placeholder, type: kind = 'text' }, values, type }: InputProps) {
  const given = {
    value: values[name] ?? '',
    placeholder,
    onInput: (event: { readonly currentTarget: HTMLInputElement }): void => {
      type(name, event.currentTarget.value);
    },
  };
  return (
    <label class={`recall-${name}`}>
      {label}
      {kind === 'text' && <input type="text" {...given} />}
      {kind === 'date' && <input type="date" {...given} />}
      {kind === 'number' && <input type="number" min={1} {...given} />}
    </label>
  );
}

function valuesOf(query: URLSearchParams): Values {
  return Object.fromEntries(RECALL_FIELDS.map((name) => [name, query.get(name) ?? '']));
}
