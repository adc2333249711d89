import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { EngraphClient, WriteOptions } from '../../../../clients/typescript/src/index.js';
import { Visible } from './name.js';
import { Problem } from './problem.js';
import { useWrite } from './use-write.js';

/** What was done, and how to take it back or to see it. */
interface Done {
  readonly text: string;
  readonly link?: { readonly href: string; readonly text: string };
  readonly undo?: Undo;
}

interface Undo {
  /** What the button says. */
  readonly label: string;
  /** Said once it is taken back. */
  readonly text: string;
  readonly make: (client: EngraphClient, options: WriteOptions) => Promise<unknown>;
  readonly onDone: () => void;
}

const done = signal<(Done & { readonly address: string }) | null>(null);

/** Says what was done, on the page that is shown, until it is left. */
export function sayDone(what: Done): void {
  done.value = { ...what, address: location.hash };
}

addEventListener('hashchange', () => {
  if (done.value && done.value.address !== location.hash) done.value = null;
});

/** Says what was done last. */
export function DoneNote() {
  const said = useRef<HTMLDivElement>(null);
  const what = done.value;
  useEffect(() => {
    if (what) said.current?.focus({ preventScroll: true });
  }, [what]);
  useEffect(
    () => () => {
      done.value = null;
    },
    [],
  );
  return (
    <div class="done" role="status" ref={said} tabIndex={-1}>
      {what && (
        <div class="notice success" key={what.text}>
          <Visible text={what.text} /> {what.link && <a href={what.link.href}>{what.link.text}</a>}
          <span class="buttons">
            {what.undo && <UndoButton {...what.undo} />}
            <button type="button" class="small" data-escape onClick={close}>
              Close
            </button>
          </span>
        </div>
      )}
    </div>
  );
}

function close(): void {
  done.value = null;
  document.getElementById('main')?.focus({ preventScroll: true });
}

function UndoButton({ label, text, make, onDone }: Undo) {
  const { isBusy, error, write } = useWrite();
  const undo = async (): Promise<void> => {
    if (!(await write(make))) return;
    sayDone({ text });
    onDone();
  };
  return (
    <>
      <button type="button" class="small" disabled={isBusy} onClick={() => void undo()}>
        {label}
      </button>
      {error !== null && <Problem error={error} />}
    </>
  );
}
