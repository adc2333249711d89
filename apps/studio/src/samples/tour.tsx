import { useEffect, useRef } from 'preact/hooks';
import { goTo, hrefOf } from '../app/route.js';
import { Loading } from '../parts/notice.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { useEvents } from '../parts/use-events.js';
import { useWrite } from '../parts/use-write.js';
import type { Sample } from './conversations.js';
import { forgetSample, readSample } from './load-sample.js';
import { LoadButton } from './sample-choice.js';
import { TourSteps } from './tour-steps.js';
import './samples.css';

const CHANGES = ['MemoryEncoded', 'MemoryExtracted', 'MemoryExtractionFailed', 'MemoryForgotten', 'GraphUpdated'];
/** Changes come in bursts, which are one look. */
const CALM_MS = 300;

/** What became of a sample, as it happens. */
export function Tour({ sample }: { readonly sample: Sample }) {
  const { data, error, isLoading, reload } = useAnswer(
    (client, signal) => readSample(client, sample, signal),
    [sample.id],
  );
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEvents(CHANGES, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(reload, CALM_MS);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
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

function ForgetButton({ sample }: { readonly sample: Sample }) {
  const { isBusy, error, write } = useWrite();
  const forget = async (): Promise<void> => {
    if (await write((client, options) => forgetSample(client, sample, options))) goTo(hrefOf('tour'));
  };
  return (
    <>
      <button type="button" class="danger" disabled={isBusy} onClick={() => void forget()}>
        Forget this sample
      </button>
      {error !== null && <Problem error={error} />}
    </>
  );
}
