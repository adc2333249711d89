import type { PageProps } from '../navigation/page-props.js';
import { Empty, Loading } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { ContextBlock } from './context-block.js';
import { Ranking } from './ranking.js';
import { RecallForm } from './recall-form.js';
import { RecalledFacts } from './recalled-facts.js';
import { requestOf } from './recall-request.js';
import { RetrieverTable } from './retriever-table.js';
import { readTrace } from './trace.js';
import { Verdict } from './verdict.js';
import './recall.css';

/** Asks a question, and shows what comes first and why. */
export default function RecallPage({ query }: PageProps) {
  const isAsked = (query.get('q') ?? '').trim() !== '';
  return (
    <>
      <div class="page-head">
        <h1>Recall</h1>
      </div>
      <RecallForm query={query} />
      {isAsked ? (
        <Answer query={query} />
      ) : (
        <Empty>Ask a question to see which memories come first, why, and what an agent would be given.</Empty>
      )}
    </>
  );
}

function Answer({ query }: Pick<PageProps, 'query'>) {
  const question = questionOf(query);
  const { data, error, isLoading, reload } = useAnswer(
    async (client, signal) => {
      const { trace = '', ...answer } = await client.recall(requestOf(query), { signal });
      return { question, answer, trace: readTrace(trace) };
    },
    [question],
  );
  if (error && !isLoading) return <Problem error={error} />;
  if (!data) return <Loading what="Asking" />;
  const { answer, trace } = data;
  return (
    <div class={data.question === question ? '' : 'outdated'} aria-busy={isLoading}>
      <Verdict answer={answer} trace={trace} />
      <div class="columns">
        <Ranking key={data.question} query={query} {...{ answer, trace }} />
        <div>
          <RecalledFacts answer={answer} query={query} onDone={reload} />
          <ContextBlock answer={answer} />
          <RetrieverTable answer={answer} trace={trace} />
        </div>
      </div>
    </div>
  );
}

/** What of an address is asked first; a retriever that is switched off is asked about apart, as is a fact. */
function questionOf(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([name]) => name !== 'without' && name !== 'fact')).toString();
}
