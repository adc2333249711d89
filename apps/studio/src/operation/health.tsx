import { Notice } from '../parts/notice.js';
import { count, duration } from './figure.js';
import type { Figures } from './use-figures.js';

/** Says in one line whether all is well, or what is not. */
export function Health({ figures }: { readonly figures: Figures }) {
  const faults = faultsOf(figures);
  if (faults.length === 0)
    return (
      <Notice tone="success" title="All is well: nothing waits long, nothing was given up, and reading goes on." />
    );
  return <Notice tone="warning" title={`Not all is well: ${faults.join('; ')}.`} />;
}

/** Seconds that something may wait. */
const PATIENCE = 60;

function faultsOf({ extraction, log_reader: reader }: Figures): string[] {
  const { oldest_pending_seconds: oldest, parked, pending } = extraction;
  return [
    ...(pending > 0 && oldest > PATIENCE ? [`a memory has waited ${duration(oldest)} to be read`] : []),
    ...(parked > 0 ? [`memories given up: ${count(parked)}`] : []),
    ...(reader ? readerFaults(reader) : ['extraction is off, or cannot be asked']),
  ];
}

function readerFaults({ state, lag_events: lag, lag_seconds: seconds }: NonNullable<Figures['log_reader']>): string[] {
  if (state !== 'ok') return [state === 'stopped' ? 'passing events on has stopped' : 'events are passed on late'];
  return lag > 0 && seconds > PATIENCE ? [`an event has waited ${duration(seconds)} to be passed on`] : [];
}
