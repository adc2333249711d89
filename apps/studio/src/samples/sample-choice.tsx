import { goTo, hrefOf } from '../navigation/route.js';
import { Badge } from '../parts/badge.js';
import { Problem } from '../parts/problem.js';
import { useAnswer } from '../parts/use-answer.js';
import { useWrite } from '../parts/use-write.js';
import { SAMPLES, type SampleConversation } from './conversations.js';
import { countLoaded, loadSample } from './load-sample.js';
import './samples.css';

/** The samples, each with a button that loads it and begins the tour, or a link to the one that is loaded. */
export function SampleChoice() {
  return (
    <div class="samples">
      {SAMPLES.map((sample) => (
        <SampleCard key={sample.id} sample={sample} />
      ))}
    </div>
  );
}

function SampleCard({ sample }: { readonly sample: SampleConversation }) {
  const { data } = useAnswer((client, signal) => countLoaded(client, sample, signal), [sample.id]);
  const loaded = data ?? 0;
  return (
    <section class="card sample" aria-label={sample.title}>
      <h2>
        {sample.title} {loaded > 0 && <Badge tone="good">loaded</Badge>}
      </h2>
      <p>{sample.about}</p>
      <div class="buttons">
        {loaded > 0 && (
          <a class="button" href={hrefOf('tour', sample.id)}>
            Open<span class="unshown"> {sample.title.toLowerCase()}</span>
          </a>
        )}
        {loaded < sample.messages.length && <LoadButton sample={sample} />}
      </div>
    </section>
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
