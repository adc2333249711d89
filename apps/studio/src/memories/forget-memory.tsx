import { useState } from 'preact/hooks';
import { Problem } from '../parts/problem.js';
import { useWrite } from '../parts/use-write.js';

interface ForgetMemoryProps {
  readonly id: string;
  readonly onDone: () => void;
}

/** Forgets a memory, once it was asked whether that is meant. */
export function ForgetMemory({ id, onDone }: ForgetMemoryProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, error, write } = useWrite();
  const forget = async (): Promise<void> => {
    if (await write((client, options) => client.forgetMemory({ memory_id: id }, options))) onDone();
  };
  const ask = (next: boolean) => (): void => {
    setAsking(next);
  };
  return (
    <section class="forget">
      {!isAsking && (
        <button type="button" class="danger" onClick={ask(true)}>
          Forget this memory…
        </button>
      )}
      {isAsking && (
        <>
          <p>
            What it gave the graph is taken back at once. Its text is erased in seven days; an operator can restore it
            until then.
          </p>
          <div class="buttons">
            <button type="button" class="danger" disabled={isBusy} onClick={() => void forget()}>
              Forget it
            </button>
            <button type="button" onClick={ask(false)}>
              Keep it
            </button>
          </div>
        </>
      )}
      {error !== null && <Problem error={error} />}
    </section>
  );
}
