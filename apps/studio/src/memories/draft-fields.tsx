import { Field } from '../parts/field.js';
import type { DraftValues } from '../service/kept-draft.js';

interface DraftFieldsProps {
  readonly values: DraftValues;
  readonly onChange: (part: Partial<DraftValues>) => void;
}

/** The fields of a memory that can be changed. */
export function DraftFields({ values, onChange }: DraftFieldsProps) {
  return (
    <>
      <Lines
        label="Text"
        rows={Math.min(16, 2 + values.text.split('\n').length)}
        value={values.text}
        onValue={(text) => {
          onChange({ text });
        }}
      />
      <div class="row">
        <Field
          label="Tags, separated by commas"
          value={values.tags}
          onValue={(tags) => {
            onChange({ tags });
          }}
        />
        <label>
          Expires
          <input
            type="datetime-local"
            step={1}
            value={values.expires}
            onInput={(event) => {
              onChange({ expires: event.currentTarget.value });
            }}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={values.isPinned}
            onChange={(event) => {
              onChange({ isPinned: event.currentTarget.checked });
            }}
          />{' '}
          Pinned: never expires
        </label>
      </div>
      <Lines
        label="Metadata, as a JSON object"
        isCode
        rows={Math.min(10, 1 + values.metadata.split('\n').length)}
        value={values.metadata}
        onValue={(metadata) => {
          onChange({ metadata });
        }}
      />
    </>
  );
}

interface LinesProps {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly isCode?: boolean;
  readonly onValue: (value: string) => void;
}

function Lines({ label, rows, value, isCode = false, onValue }: LinesProps) {
  return (
    <label>
      {label}
      <textarea
        class={isCode ? 'code' : ''}
        dir="auto"
        rows={rows}
        spellcheck={!isCode}
        value={value}
        onInput={(event) => {
          onValue(event.currentTarget.value);
        }}
      />
    </label>
  );
}
