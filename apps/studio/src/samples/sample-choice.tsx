import { goTo, hrefOf } from '../app/route.js';
import { Problem } from '../parts/problem.js';
import { useWrite } from '../parts/use-write.js';
import { SAMPLES, type SampleConversation } from './conversations.js';
import { loadSample } from './load-sample.js';
import './samples.css';

/** The samples, each with a button that loads it and begins the tour. */
export function SampleChoice() {
  return (
    <div class="samples">
      {SAMPLES.map((sample) => (
        <section key={sample.id} class="card sample" aria-label={sample.title}>
          <h2>{sample.title}</h2>
          <p>{sample.about}</p>
          <LoadButton sample={sample} />
        </section>
      ))}
    </div>
  );
}

/** Loads a sample and shows what happens to it. */
export function LoadButton({
  sample,
  onLoaded,
}: {
  readonly sample: SampleConversation;
  readonly onLoaded?: () => void;
}) {
  const { isBusy, error, write } = useWrite();
  const load = async (): Promise<void> => {
    if (!(await write((client, options) => loadSample(client, sample, options)))) return;
    if (onLoaded) onLoaded();
    else goTo(hrefOf('tour', sample.id));
  };
  return (
    <>
      <button type="button" class="primary" disabled={isBusy} onClick={() => void load()}>
        {isBusy ? 'Loading…' : `Load ${sample.messages.length} messages`}
        <span class="unshown"> of {sample.title.toLowerCase()}</span>
      </button>
      {error !== null && <Problem error={error} />}
    </>
  );
}
