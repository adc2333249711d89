import type { ComponentChildren } from 'preact';

interface FigureProps {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly note?: string;
}

/** A number with what it counts; figures stand side by side in a `dl`. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div class="figure">
      <dt>{label}</dt>
      <dd>
        <span class="figure-value">{value}</span>
        {note !== undefined && <span class="quiet"> {note}</span>}
      </dd>
    </div>
  );
}

/** `1,234`; a count that reaches a bound of the API says so. */
export function count(value: number | bigint, bound?: number): string {
  return `${value.toLocaleString('en')}${bound !== undefined && Number(value) >= bound ? ' or more' : ''}`;
}

/** `0.4 s`, `3 min`, `2 h`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/** `12.3 kB`, in powers of 1,000. */
export function bytes(value: number | bigint): string {
  const number = Number(value);
  if (number < 1_000) return `${number} B`;
  const power = Math.min(4, Math.floor(Math.log10(number) / 3));
  return `${(number / 1_000 ** power).toFixed(1)} ${['B', 'kB', 'MB', 'GB', 'TB'][power] ?? ''}`;
}
