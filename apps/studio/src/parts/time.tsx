/** A time of an answer, its text in ISO 8601; null where it has none. */
export function Time({ iso, none = '–' }: { readonly iso: string | null | undefined; readonly none?: string }) {
  if (!iso) return <span class="quiet">{none}</span>;
  return (
    <time dateTime={iso} title={iso}>
      {momentOf(iso)}
    </time>
  );
}

/** A day of an answer. */
export function Day({ iso, none = '–' }: { readonly iso: string | null | undefined; readonly none?: string }) {
  if (!iso) return <span class="quiet">{none}</span>;
  return (
    <time dateTime={iso} title={iso}>
      {dayOf(iso)}
    </time>
  );
}

/** `2026-05-01 14:03` where the reader is. */
export function momentOf(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : `${localDay(at)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** `2026-05-01` in UTC, in which the service counts days. */
export function dayOf(iso: string): string {
  return iso.slice(0, 10);
}

function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
