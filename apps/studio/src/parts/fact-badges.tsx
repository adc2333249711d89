import { Badge } from './badge.js';

interface FactState {
  readonly source: 'read' | 'confirmed' | 'asserted';
  readonly unsettled: boolean;
  readonly valid_to: string | null;
  readonly superseded_by: string | null;
}

/** Who says a fact, and whether it still holds. */
export function FactBadges({ source, unsettled, valid_to, superseded_by }: FactState) {
  return (
    <>
      {source !== 'read' && (
        <Badge tone="good" title="A caller decided this">
          {source}
        </Badge>
      )}
      {unsettled && (
        <Badge tone="waiting" title="Weaker claims contradict it">
          unsettled
        </Badge>
      )}
      {superseded_by === null && valid_to !== null && <Badge>ended</Badge>}
      {superseded_by !== null && <Badge title="Another value took its place">superseded</Badge>}
    </>
  );
}
