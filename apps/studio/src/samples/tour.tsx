import { goTo, hrefOf } from '../navigation/route.js';
import { AskFirst, useAsking } from '../parts/ask-first.js';
import { sayDone } from '../parts/done.js';
import { Loading } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { useCalm } from '../parts/use-calm.js';
import { useEvents } from '../parts/use-events.js';
import { useWrite } from '../parts/use-write.js';
import type { SampleConversation } from './conversations.js';
import { forgetSample, readSample } from './load-sample.js';
import { LoadButton } from './sample-choice.js';
import { TourSteps } from './tour-steps.js';
import './samples.css';

const CHANGES = ['MemoryEncoded', 'MemoryExtracted', 'MemoryExtractionFailed', 'MemoryForgotten', 'GraphUpdated'];

/** What became of a sample, as it happens. */
export function Tour({ sample }: { readonly sample: SampleConversation }) {
  const { data, error, isLoading, reload } = useAnswer(
    (client, signal) => readSample(client, sample, signal),
    [sample.id],
  );
  useEvents(CHANGES, useCalm(reload));
  return (
    <>
      <p>
        <a href={hrefOf('tour')}>← Tour</a>
      </p>
      <div class="page-head">
        <h1>{sample.title}</h1>
        {data && data.memories.length > 0 && <ForgetButton sample={sample} />}
      </div>
      <p>{sample.about}</p>
      {error !== null && <Problem error={error} />}
      {!data && isLoading && <Loading />}
      {data?.memories.length === 0 && <LoadButton sample={sample} onLoaded={reload} />}
      {data && data.memories.length > 0 && <TourSteps sample={sample} loaded={data} />}
    </>
  );
}

function ForgetButton({ sample }: { readonly sample: SampleConversation }) {
  const asking = useAsking();
  const { isBusy, error, write } = useWrite();
  const forget = async (): Promise<void> => {
    if (!(await write((client, options) => forgetSample(client, sample, options)))) return;
    goTo(hrefOf('tour'));
    sayDone({ text: `“${sample.title}” is forgotten, with what it gave the graph.` });
  };
  return (
    <>
      <button
        ref={asking.trigger}
        type="button"
        class="danger"
        aria-expanded={asking.isAsking}
        disabled={isBusy}
        onClick={asking.ask}
      >
        Forget this sample…
      </button>
      <AskFirst asking={asking} yes="Forget it" isBusy={isBusy} onYes={() => void forget()}>
        Its messages are forgotten, and what they gave the graph is taken back at once, with what you confirmed of it.
      </AskFirst>
      {error !== null && <Problem error={error} />}
    </>
  );
}
