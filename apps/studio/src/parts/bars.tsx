/** One bar. */
export interface Bar {
  readonly label: string;
  /** Share of `max`. */
  readonly value: number;
  /** What stands beside it; the value with two digits, if left out. */
  readonly shown?: string;
  /** Such as the colour of a retriever. */
  readonly class?: string;
}

interface BarsProps {
  /** What the bars compare; read out. */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** Length of a full bar; 1, if left out. */
  readonly max?: number;
}

/** Bars below each other. Their numbers are text, so that nothing is told by length alone. */
export function Bars({ label, bars, max = 1 }: BarsProps) {
  return (
    <ul class="bars" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.label}>
          <span class="bar-label">{bar.label}</span>
          <span class="bar-track" aria-hidden="true">
            <span class={`bar ${bar.class ?? ''}`} style={{ width: `${widthOf(bar.value, max)}%` }} />
          </span>
          <span class="bar-value">{bar.shown ?? bar.value.toFixed(2)}</span>
        </li>
      ))}
    </ul>
  );
}

function widthOf(value: number, max: number): number {
  return max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0;
}

/** How sure something is, from 0 to 1: a short bar with its number. */
export function Confidence({ value }: { readonly value: number }) {
  return (
    <span class="confidence" title="Confidence, from 0 to 1">
      <span class="bar-track" aria-hidden="true">
        <span class="bar" style={{ width: `${widthOf(value, 1)}%` }} />
      </span>
      {value.toFixed(2)}
    </span>
  );
}
