import { useState } from 'preact/hooks';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for who does not see it beside the button. */
  readonly what: string;
}

/** Copies a text. Where the browser denies that, as on a page without TLS, it says so, and the text can be selected. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'denied' | null>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('denied');
    }
  };
  return (
    <span class="copy">
      <button type="button" class="small" onClick={() => void copy()}>
        Copy <span class="unshown">{what}</span>
      </button>
      <span role="status" class="quiet">
        {outcome === 'copied' && 'Copied'}
        {outcome === 'denied' && 'The browser does not allow it: select the text'}
      </span>
    </span>
  );
}
