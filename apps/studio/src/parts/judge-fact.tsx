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
}

/** Confirms a fact, or takes it back. */
export function JudgeFact({ fact: { id, kind }, says, isCertain = false, onDone }: JudgeFactProps) {
  const { isBusy, error, write } = useWrite();
  const confirm = (): Promise<boolean> =>
    write((client, options) =>
      kind === 'relation' ? client.confirmRelation(id, {}, options) : client.confirmStatement(id, {}, options),
    );
  const retract = (): Promise<boolean> =>
    write((client, options) =>
      kind === 'relation' ? client.retractRelation(id, {}, options) : client.retractStatement(id, {}, options),
    );
  const then = async (done: Promise<boolean>): Promise<void> => {
    if (await done) onDone();
  };
  return (
    <>
      <span class="buttons judge">
        {!isCertain && (
          <button
            type="button"
            class="small"
            aria-label={`Confirm: ${says}`}
            title="It is true, however sure the reading was"
            disabled={isBusy}
            onClick={() => void then(confirm())}
          >
            Confirm
          </button>
        )}
        <button
          type="button"
          class="small danger"
          aria-label={`Retract: ${says}`}
          title="It is not true: what memories say of it no longer counts"
          disabled={isBusy}
          onClick={() => void then(retract())}
        >
          Retract
        </button>
      </span>
      {error !== null && <Problem error={error} />}
    </>
  );
}
