import { Bars } from '../parts/bars.js';
import type { Recalled } from './recall-request.js';
import type { Trace } from './trace.js';

const VERDICTS = {
  single: 'One memory answers',
  many: 'Several memories answer',
  none: 'Probably no answer',
} as const;

const REASONS = {
  nothing_stored: 'No memory is stored in this scope yet.',
  filter_excludes_all: 'There are memories, but none passes the filter.',
  not_found: 'Those that pass come near the question, but what it asks for is probably in none of the first five.',
} as const;

/** Whether there is an answer, how likely that is, and if not, why. */
export function Verdict({ answer, trace }: { readonly answer: Recalled; readonly trace: Trace }) {
  const { answer_kind: kind, none_because: because } = answer;
  const title = VERDICTS[kind];
  const { answer_chance: chance } = trace;
  return (
    <section class="card verdict" aria-label="Answerability">
      <header>
        <h2>{title}</h2>
        <span class="quiet">
          {answer.memories.length} memories in {trace.ms.toFixed(0)} ms
        </span>
      </header>
      {because && <p>{REASONS[because]}</p>}
      {chance === null ? (
        <p class="quiet">Judged by confidence alone: no vectors were compared.</p>
      ) : (
        <Bars label="Answerability" bars={[{ label: 'Chance of an answer among the first five', value: chance }]} />
      )}
    </section>
  );
}
