import type { StatementObservation } from '#contracts/observations.js';

/** Statements without the ends that some have by themselves (`withEndsToCome`), which their own test covers. */
export function withoutOwnEnds(statements: readonly StatementObservation[]): readonly StatementObservation[] {
  const begins = new Map(
    statements.filter(({ polarity }) => polarity === 'asserted').map((claim) => [claim.text, claim]),
  );
  return statements.filter(({ polarity, text, event_at_unix_nanos: at }) => {
    const begin = begins.get(text);
    return polarity !== 'ended' || begin === undefined || at <= begin.event_at_unix_nanos;
  });
}
