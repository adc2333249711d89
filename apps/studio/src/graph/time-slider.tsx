import { dayNumber, dayText } from './visible-graph.js';

interface TimeSliderProps {
  /** Day of the graph, `2026-05-01`; null for now. */
  readonly day: string | null;
  /** The first day that the slider reaches, as days since 1970; null where nothing of the graph has a time. */
  readonly first: number | null;
  readonly onDay: (day: string | null) => void;
}

/** Which day the graph is shown of: a slider, and the same as a date. */
export function TimeSlider({ day, first, onDay }: TimeSliderProps) {
  const today = Math.floor(Date.now() / 86_400_000);
  if (first === null || first >= today) return <p class="quiet">Nothing in this graph has a time before today.</p>;
  const value = day === null ? today : dayNumber(day);
  const earliest = Math.min(first - 1, value);
  const choose = (chosen: number): void => {
    onDay(chosen >= today ? null : dayText(chosen));
  };
  return (
    <div class="time">
      <div class="time-slider">
        <label>
          {day === null ? 'As it is now' : `As it was on ${day}`}
          <input
            type="range"
            min={earliest}
            max={today}
            value={value}
            aria-valuetext={day ?? 'now'}
            onInput={(event) => {
              choose(Number(event.currentTarget.value));
            }}
          />
        </label>
        <div class="time-ends quiet">
          <span>{dayText(earliest)}</span>
          <span>{dayText(today)}</span>
        </div>
      </div>
      <button
        type="button"
        disabled={day === null}
        onClick={() => {
          onDay(null);
        }}
      >
        Now
      </button>
      <label>
        Day
        <input
          type="date"
          value={day ?? dayText(today)}
          max={dayText(today)}
          onChange={(event) => {
            const { value: chosen } = event.currentTarget;
            if (chosen !== '') choose(dayNumber(chosen));
          }}
        />
      </label>
    </div>
  );
}
