import { hrefOf } from '../navigation/route.js';
import { TypeBadge } from '../parts/badge.js';
import { counted } from '../parts/counted.js';
import { Name } from '../parts/name.js';
import type { ShownEntity } from './graph-part.js';

interface FocusCardProps {
  readonly node: ShownEntity;
  /** Its edges that are shown. */
  readonly edges: number;
  readonly isLoading: boolean;
  readonly onMore: () => void;
  readonly onPrune: () => void;
}

/** The entity in the middle. */
export function FocusCard({ node: { id, name, type, mentions, hasMore }, edges, ...card }: FocusCardProps) {
  return (
    <section class="focus" aria-label="In the middle">
      <h2>
        <Name text={name} />
      </h2>
      <p>
        <TypeBadge type={type} />{' '}
        <span class="quiet">
          {counted(edges, 'relation')} shown{mentions > 0 && `, ${counted(mentions, 'mention')}`}
        </span>
      </p>
      <p class="buttons">
        <a class="button" href={hrefOf('entities', id)}>
          All about it
        </a>
        {hasMore && (
          <button type="button" disabled={card.isLoading} onClick={card.onMore}>
            More of its relations
          </button>
        )}
        <button type="button" onClick={card.onPrune}>
          Only its neighbours
        </button>
      </p>
    </section>
  );
}
