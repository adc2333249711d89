import { goTo, hrefOf } from '../navigation/route.js';
import { Empty, Loading, Notice } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { movesOf } from './moves.js';
import { RankedMemory } from './ranked-memory.js';
import { requestWithout, maxResultsOf, type Recalled, type RecallHit, type RecallRetriever } from './recall-request.js';
import { Legend, partTitle } from './score-parts.js';
import { Newcomers } from './newcomers.js';
import { retrieversOf, scorePartsOf, type PartName, type Trace } from './trace.js';

interface RankingProps {
  readonly answer: Recalled;
  readonly trace: Trace;
  readonly query: URLSearchParams;
}

/** The ranking with the share of each retriever, and how it changes without one of them. */
export function Ranking({ answer, trace, query }: RankingProps) {
  const names = retrieversOf(trace);
  const off = names.find((name) => name === query.get('without'));
  return (
    <section class="card ranking" aria-label="Ranking">
      <header class="page-head">
        <h2>Ranking</h2>
        {names.length > 1 && <SwitchOff {...{ names, off, query }} />}
      </header>
      {off ? <Compared {...{ answer, trace, query, off, names }} /> : <List {...{ answer, trace }} />}
    </section>
  );
}

interface SwitchOffProps {
  readonly names: readonly RecallRetriever[];
  readonly off: RecallRetriever | undefined;
  readonly query: URLSearchParams;
}

function SwitchOff({ names, off, query }: SwitchOffProps) {
  return (
    <label class="switch-off">
      Switch off{' '}
      <select
        value={off ?? ''}
        onChange={(event) => {
          goTo(hrefOf('recall', null, { ...Object.fromEntries(query), without: event.currentTarget.value }));
        }}
      >
        <option value="">nothing</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {partTitle(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ComparedProps extends RankingProps {
  readonly off: RecallRetriever;
  readonly names: readonly RecallRetriever[];
}

function Compared({ answer, trace, query, off, names }: ComparedProps) {
  const other = useAnswer(
    (client, signal) => client.recall(requestWithout(query, off, names), { signal }),
    [query.toString(), off],
  );
  if (other.error) return <Problem error={other.error} />;
  if (!other.data || other.isLoading) return <Loading what={`Asking without ${partTitle(off)}`} />;
  const moves = movesOf(answer.memories, other.data.memories, maxResultsOf(query));
  const moved = [...moves.byId.values()].filter(({ before, after }) => before !== after).length;
  return (
    <>
      <p role="status">
        Without <strong>{partTitle(off)}</strong>, {moved} of {moves.byId.size} memories stand elsewhere,{' '}
        {moves.newcomers.length} come in, and the answer {kindChange(answer.answer_kind, other.data.answer_kind)}.
      </p>
      <List {...{ answer, trace }} moves={moves.byId} />
      <Newcomers moves={moves.newcomers} />
    </>
  );
}

const KINDS = { single: 'one memory', many: 'several memories', none: 'probably none' } as const;

function kindChange(before: keyof typeof KINDS, after: keyof typeof KINDS): string {
  return before === after ? `stays “${KINDS[after]}”` : `is “${KINDS[after]}” instead of “${KINDS[before]}”`;
}

interface ListProps extends Pick<RankingProps, 'answer' | 'trace'> {
  readonly moves?: ReturnType<typeof movesOf>['byId'];
}

function List({ answer: { memories, answer_kind: kind }, trace, moves }: ListProps) {
  if (memories.length === 0) return <Empty>No memory was found.</Empty>;
  const parts = trace.fusion.slice(0, memories.length).flatMap(scorePartsOf);
  const names = [...new Set(parts.map(({ name }): PartName => name))];
  const max = Math.max(...parts.map(({ value }) => value));
  const moveOf = ({ memory_id: id }: RecallHit) => moves?.get(id) ?? null;
  return (
    <>
      {kind === 'none' && (
        <Notice tone="warning" title="Probably none of these answers">
          They come nearest to the question. A score only compares a memory with the first.
        </Notice>
      )}
      <Legend names={names} />
      <ol class={kind === 'none' ? 'ranks unanswered' : 'ranks'} data-arrows>
        {memories.map((memory, at) => (
          <RankedMemory key={memory.memory_id} rank={at + 1} move={moveOf(memory)} {...{ memory, trace, max }} />
        ))}
      </ol>
    </>
  );
}
