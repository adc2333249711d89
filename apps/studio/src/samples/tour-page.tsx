import type { PageProps } from '../navigation/page-props.js';
import { SAMPLES } from './conversations.js';
import { SampleChoice } from './sample-choice.js';
import { Tour } from './tour.js';

/** Samples to try the service with, and what becomes of one, step by step. */
export default function TourPage({ id }: PageProps) {
  const sample = SAMPLES.find((one) => one.id === id);
  if (sample) return <Tour key={sample.id} sample={sample} />;
  return (
    <>
      <div class="page-head">
        <h1>Tour</h1>
      </div>
      <p>
        Load a conversation into your scope, and follow what becomes of it: from the message to the fact, and to the
        answer. It can be forgotten again at once.
      </p>
      <SampleChoice />
    </>
  );
}
