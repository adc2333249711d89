import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { areKeysShown, KEYS } from './keys.js';

/** The keys of studio, in a dialog. */
export function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = areKeysShown.value;
  useEffect(() => {
    if (isShown) dialog.current?.showModal();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <dialog
      ref={dialog}
      aria-label="Keyboard"
      onClose={() => {
        areKeysShown.value = false;
      }}
    >
      <h2>Keyboard</h2>
      <dl class="facts keys">
        {KEYS.map(([keys, what]) => (
          <Fragment key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
      <button
        type="button"
        class="primary"
        onClick={() => {
          dialog.current?.close();
        }}
      >
        Close
      </button>
    </dialog>
  );
}
