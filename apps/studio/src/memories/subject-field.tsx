import { EntitySearch } from '../parts/entity-search.js';
import { Name } from '../parts/name.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';

interface SubjectFieldProps {
  /** Id of the entity; empty for none. */
  readonly subject: string;
  readonly onSubject: (entityId: string) => void;
}

/** The entity that memories mention: chosen by its name, and shown by it. */
export function SubjectField({ subject, onSubject }: SubjectFieldProps) {
  const { data, error } = useAnswer(
    async (client, signal) => (subject === '' ? null : client.getEntity(subject, { signal })),
    [subject],
  );
  if (subject === '')
    return (
      <EntitySearch
        label="Mentions"
        onPick={({ entity_id: id }) => {
          onSubject(id);
        }}
      />
    );
  const name = data?.canonical_name ?? '…';
  return (
    <div class="subject">
      <span class="subject-label">Mentions</span>
      <button
        type="button"
        aria-label={`${name}: leave it out`}
        onClick={() => {
          onSubject('');
        }}
      >
        <Name text={name} /> <span aria-hidden="true">×</span>
      </button>
      {error !== null && <Problem error={error} />}
    </div>
  );
}
