import { Empty } from '../parts/notice.js';
import { SampleChoice } from './sample-choice.js';

/** Stands where a scope has no memory: what it waits for, and samples to begin with. */
export function EmptyScope() {
  return (
    <>
      <Empty>
        Nothing is stored yet. What is stored appears here. Or load one of these conversations, and follow what becomes
        of it:
      </Empty>
      <SampleChoice />
    </>
  );
}
