import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

/** Whether somebody is being asked, and how to begin and to leave it. */
export interface Asking {
  readonly isAsking: boolean;
  /** For the button that asks: the focus goes back to it. */
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly ask: () => void;
  readonly cancel: () => void;
}

/** For a button that acts only once it was asked whether that is meant. */
export function useAsking(): Asking {
  const [isAsking, setAsking] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const ask = (): void => {
    setAsking(true);
  };
  const cancel = (): void => {
    setAsking(false);
    trigger.current?.focus();
  };
  return { isAsking, trigger, ask, cancel };
}

interface AskFirstProps {
  readonly asking: Asking;
  /** What the button that acts says. */
  readonly yes: string;
  readonly isBusy: boolean;
  readonly onYes: () => void;
  /** The question. */
  readonly children: ComponentChildren;
}

/** A question in its place, while it is asked. */
export function AskFirst({ asking, ...question }: AskFirstProps) {
  return asking.isAsking ? <Question cancel={asking.cancel} {...question} /> : null;
}

type QuestionProps = Omit<AskFirstProps, 'asking'> & { readonly cancel: () => void };

function Question({ cancel, yes, isBusy, onYes, children }: QuestionProps) {
  const id = useId();
  const itself = useRef<HTMLDivElement>(null);
  useEffect(() => {
    itself.current?.focus();
  }, []);
  return (
    <div
      ref={itself}
      class="ask"
      role="group"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={({ key }) => {
        if (key === 'Escape') cancel();
      }}
    >
      <p id={id}>{children}</p>
      <div class="buttons">
        <button type="button" class="small danger" disabled={isBusy} onClick={onYes}>
          {yes}
        </button>
        <button type="button" class="small" onClick={cancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
