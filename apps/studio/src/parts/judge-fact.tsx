import type { ComponentChildren } from 'preact';
import type { EngraphClient, WriteOptions } from '../../../../clients/typescript/src/index.js';
import { AskFirst, useAsking } from './ask-first.js';
import { sayDone } from './done.js';
import { Name } from './name.js';
import { Problem } from './problem.js';
import { useWrite } from './use-write.js';

/** A fact that a caller may decide about. */
export interface JudgedFact {
  readonly id: string;
  readonly kind: 'relation' | 'statement';
}

interface JudgeFactProps {
  readonly fact: JudgedFact;
  /** What the fact says, for the names of the buttons. */
  readonly says: string;
  /** Whether it is already confirmed or asserted. */
  readonly isCertain?: boolean;
  readonly onDone: () => void;
  /** Buttons before those that decide. */
  readonly children?: ComponentChildren;
}

/** Confirms a fact, or takes it back once it was asked whether that is meant. */
export function JudgeFact({ fact, says, isCertain = false, onDone, children }: JudgeFactProps) {
  const asking = useAsking();
  const { isBusy, error, write } = useWrite();
  const confirm = async (): Promise<void> => {
    if (!(await write(confirmationOf(fact)))) return;
    sayDone({ text: `Confirmed: “${says}”` });
    onDone();
  };
  const retract = async (): Promise<void> => {
    if (!(await write(retractionOf(fact)))) return;
    const undo = {
      label: 'Undo',
      text: `It counts again, as confirmed: “${says}”`,
      make: confirmationOf(fact),
      onDone,
    };
    sayDone({ text: `Retracted: “${says}”`, undo });
    asking.cancel();
    onDone();
  };
  return (
    <>
      <span class="buttons judge">
        {children}
        {!isCertain && (
          <button
            type="button"
            class="small"
            aria-label={`Confirm: ${says}`}
            title="It is true, however sure the reading was"
            disabled={isBusy}
            onClick={() => void confirm()}
          >
            Confirm
          </button>
        )}
        <button
          ref={asking.trigger}
          type="button"
          class="small danger"
          aria-label={`Retract: ${says}`}
          title="It is not true: what memories say of it no longer counts"
          aria-expanded={asking.isAsking}
          disabled={isBusy}
          onClick={asking.ask}
        >
          Retract…
        </button>
      </span>
      <AskFirst asking={asking} yes="Retract it" isBusy={isBusy} onYes={() => void retract()}>
        Is it not true that “<Name text={says} />
        ”? What memories say of it counts no longer then.
      </AskFirst>
      {error !== null && <Problem error={error} />}
    </>
  );
}

type Decision = (client: EngraphClient, options: WriteOptions) => Promise<unknown>;

function confirmationOf({ id, kind }: JudgedFact): Decision {
  return (client, options) =>
    kind === 'relation' ? client.confirmRelation(id, {}, options) : client.confirmStatement(id, {}, options);
}

function retractionOf({ id, kind }: JudgedFact): Decision {
  return (client, options) =>
    kind === 'relation' ? client.retractRelation(id, {}, options) : client.retractStatement(id, {}, options);
}
