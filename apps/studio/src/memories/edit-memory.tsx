import { useState } from 'preact/hooks';
import { ConflictError, type EngraphClient } from '../../../../clients/typescript/src/index.js';
import { sayDone } from '../parts/done.js';
import { Visible } from '../parts/name.js';
import { Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { useWrite } from '../parts/use-write.js';
import { DraftFields } from './draft-fields.js';
import type { Stored } from './inspected.js';
import { draftFor, keepDraft, type MemoryDraft } from '../service/kept-draft.js';
import { changeOf, draftOf, isChanged, rebased } from './memory-draft.js';

interface EditMemoryProps {
  readonly memory: Stored;
  readonly onDone: () => void;
}

/** Changes a memory. What is typed is kept by the tab until it is saved or thrown away. */
export function EditMemory({ memory, onDone }: EditMemoryProps) {
  const id = memory.memory_id;
  const draft = draftFor(id).value;
  if (draft) return <Form draft={draft} {...{ memory, onDone }} />;
  if (memory.state !== 0) return null;
  return (
    <p>
      <button
        type="button"
        onClick={() => {
          keepDraft(id, draftOf(memory));
        }}
      >
        Edit…
      </button>
    </p>
  );
}

function Form({ memory, draft, onDone }: EditMemoryProps & { readonly draft: MemoryDraft }) {
  const id = memory.memory_id;
  const [theirs, setTheirs] = useState<Stored | null>(null);
  const { isBusy, error, write } = useWrite();
  const asked = changeOf(draft);
  // Seen before it is sent where the page has heard of the change, and by the answer where it has not.
  const other = memory.version > draft.version ? memory : theirs && theirs.version > draft.version ? theirs : null;
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if ('fault' in asked || other) return;
    const isSaved = await write((client, options) =>
      client
        .reviseMemory(id, asked.change, { ...options, ifVersion: draft.version })
        .catch((refused: unknown) => heardOf(client, id, refused, setTheirs)),
    );
    if (!isSaved) return;
    keepDraft(id, null);
    sayDone({ text: 'The memory is changed. A new text is read anew.' });
    onDone();
  };
  return (
    <form class="edit-memory" aria-label="Edit the memory" onSubmit={(event) => void save(event)}>
      <DraftFields
        values={draft.now}
        onChange={(part) => {
          keepDraft(id, { ...draft, now: { ...draft.now, ...part } });
        }}
      />
      {other && (
        <Meanwhile
          memory={other}
          onRebase={() => {
            keepDraft(id, rebased(draft, other));
          }}
        />
      )}
      {error !== null && !(error instanceof ConflictError) && <Problem error={error} />}
      <div class="buttons">
        <button
          type="submit"
          class="primary"
          disabled={isBusy || !isChanged(draft) || 'fault' in asked || other !== null}
        >
          Save
        </button>
        <button
          type="button"
          onClick={() => {
            keepDraft(id, null);
          }}
        >
          {isChanged(draft) ? 'Throw away what I typed' : 'Cancel'}
        </button>
        {'fault' in asked && <span class="quiet">{asked.fault}</span>}
      </div>
    </form>
  );
}

/** Of a conflict, also learns what the memory is now. */
async function heardOf(
  client: EngraphClient,
  id: string,
  refused: unknown,
  hear: (memory: Stored) => void,
): Promise<never> {
  if (refused instanceof ConflictError) hear(await client.getMemory(id, { versions: true }));
  throw refused;
}

/** Says that somebody else changed the memory, shows their text, and goes on from there. */
function Meanwhile({ memory, onRebase }: { readonly memory: Stored; readonly onRebase: () => void }) {
  return (
    <Notice tone="warning" title="Somebody else changed this memory meanwhile">
      <p>What you typed stays. The text is now:</p>
      <blockquote class="marked" dir="auto">
        <Visible text={memory.text} />
      </blockquote>
      <button type="button" class="small" onClick={onRebase}>
        Go on from version {memory.version}, with what I typed
      </button>
    </Notice>
  );
}
