interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: 'text' | 'date' | 'search';
  readonly placeholder?: string;
  readonly class?: string;
}

/** A field of a form with its label. */
export function Field({ label, value, onValue, type = 'text', placeholder, class: className }: FieldProps) {
  const given = {
    value,
    placeholder,
    onInput: (event: { readonly currentTarget: HTMLInputElement }): void => {
      onValue(event.currentTarget.value);
    },
  };
  return (
    <label class={className}>
      {label}
      {type === 'date' && <input type="date" {...given} />}
      {type === 'search' && <input type="search" {...given} />}
      {type === 'text' && <input type="text" {...given} />}
    </label>
  );
}
