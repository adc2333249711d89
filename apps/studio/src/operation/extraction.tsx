import { Badge } from '../parts/badge.js';
import { count, duration, Figure } from './figure.js';
import type { Figures } from './use-figures.js';

const MAX_COUNTED = 100_000;
const MAX_LAG = 10_000;

/** How far reading is behind writing, and how much of both there was. */
export function Extraction({ figures }: { readonly figures: Figures }) {
  const { extraction, last_hour: hour, log_reader: reader } = figures;
  const { pending, oldest_pending_seconds: oldest } = extraction;
  return (
    <>
      <section class="card">
        <h2>Waiting</h2>
        <dl class="figures">
          <Figure
            label="Memories to be read"
            value={count(pending, MAX_COUNTED)}
            {...(pending > 0 && { note: `the oldest for ${duration(oldest)}` })}
          />
          <Figure label="Jobs of the LLM" value={count(extraction.llm_jobs_pending, MAX_COUNTED)} />
          <LogReader reader={reader} />
        </dl>
      </section>
      <section class="card">
        <h2>In the last hour</h2>
        <dl class="figures">
          <Figure label="Memories stored" value={count(hour.memories_encoded)} />
          <Figure label="Memories read" value={count(hour.memories_extracted)} />
          <Figure label="Readings given up" value={count(hour.extractions_failed)} />
        </dl>
      </section>
    </>
  );
}

const STATES = { ok: 'good', late: 'waiting', stopped: 'bad' } as const;

function LogReader({ reader }: { readonly reader: Figures['log_reader'] }) {
  if (!reader) return <Figure label="Events not passed on" value="–" note="extraction is off, or cannot be asked" />;
  const { lag_events: lag, lag_seconds: seconds, state } = reader;
  return (
    <div class="figure">
      <dt>
        Events not passed on <Badge tone={STATES[state]}>{state}</Badge>
      </dt>
      <dd>
        <span class="figure-value">{count(lag, MAX_LAG)}</span>
        <span class="quiet">
          {lag > 0 && ` the oldest for ${duration(seconds)}`} by {reader.reader}
        </span>
      </dd>
    </div>
  );
}
