import { counted } from './counted.js';

interface PagerProps {
  /** Whether there is another page. */
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
  readonly shown: number;
  /** What is counted: one of it, and many. */
  readonly what: readonly [one: string, many: string];
}

/** How many are shown, and a button for the next page. */
export function Pager({ hasMore, isLoading, onMore, shown, what }: PagerProps) {
  return (
    <p class="pager">
      <span class="quiet">
        {counted(shown, ...what)}
        {hasMore ? ' so far' : ''}
      </span>
      {hasMore && (
        <button type="button" disabled={isLoading} onClick={onMore}>
          {isLoading ? 'Loading…' : 'Show more'}
        </button>
      )}
    </p>
  );
}
