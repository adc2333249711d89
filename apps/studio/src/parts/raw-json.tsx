import { stringify } from 'lossless-json';
import { useState } from 'preact/hooks';

/** An answer as the service gave it, folded; numbers are exact. */
export function RawJson({ value, title = 'Raw JSON' }: { readonly value: unknown; readonly title?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="raw"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{title}</summary>
      {isOpen && <Json text={stringify(value, undefined, 2) ?? ''} />}
    </details>
  );
}

function Json({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <button type="button" class="small" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
      <pre tabIndex={0} role="region" aria-label="JSON">
        <code>{text}</code>
      </pre>
    </>
  );
}
