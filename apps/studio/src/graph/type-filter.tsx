import { shortName, typeClass } from '../parts/badge.js';

interface TypeFilterProps {
  readonly types: readonly { readonly type: string; readonly count: number }[];
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
}

/** Which types of entities are shown; also says which colour is which. */
export function TypeFilter({ types, hidden, onHidden }: TypeFilterProps) {
  const toggle = (type: string): void => {
    const next = new Set(hidden);
    if (!next.delete(type)) next.add(type);
    onHidden(next);
  };
  return (
    <fieldset class="types">
      <legend class="unshown">Types of entities</legend>
      {types.map(({ type, count }) => (
        <label key={type}>
          <input
            type="checkbox"
            checked={!hidden.has(type)}
            onChange={() => {
              toggle(type);
            }}
          />
          <span class={`type-dot ${typeClass(type)}`} aria-hidden="true" />
          {shortName(type)} <span class="quiet">{count}</span>
        </label>
      ))}
    </fieldset>
  );
}
