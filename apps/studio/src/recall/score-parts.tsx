import { Bars } from '../parts/bars.js';
import type { PartName, ScorePart } from './trace.js';

/** What each part of a score is, for people. */
const MEANINGS: Readonly<Record<PartName, string>> = {
  lexical: 'words',
  dense: 'meaning',
  entity_graph: 'facts that lead to it',
  time: 'the period asked about',
  recency: 'how new it is',
  'word by word': 'token embeddings',
  'adjacent turns': 'turns beside a match',
};

/** The name of a part, as people write it. */
export function partTitle(name: PartName): string {
  return name.replaceAll('_', ' ');
}

/** The class that has the colour of a part, as `--share`. */
export function partClass(name: PartName): string {
  return `share-${name.replaceAll(' ', '-')}`;
}

/** The parts of a score in one bar, as long as the score. */
export function ScoreStack({ parts, score }: { readonly parts: readonly ScorePart[]; readonly score: number }) {
  const total = parts.reduce((sum, { value }) => sum + value, 0) || 1;
  return (
    <span class="stack" aria-hidden="true">
      {parts.map(({ name, value }) => (
        <span
          key={name}
          class={partClass(name)}
          style={{ width: `${(value / total) * score * 100}%` }}
          title={partTitle(name)}
        />
      ))}
    </span>
  );
}

/** The parts of a score as bars; `max` is the length of a full one. */
export function ScoreBars({ parts, max }: { readonly parts: readonly ScorePart[]; readonly max: number }) {
  const bars = parts.map(({ name, value }) => ({
    ...{ label: partTitle(name), value, class: partClass(name) },
    ...(name === 'adjacent turns' && { shown: 'only these' }),
  }));
  return <Bars label="Share of each retriever in the score" bars={bars} max={max} />;
}

/** Which colour is what. */
export function Legend({ names }: { readonly names: readonly PartName[] }) {
  return (
    <ul class="legend" aria-label="What makes up the scores">
      {names.map((name) => (
        <li key={name}>
          <span class={`swatch ${partClass(name)}`} aria-hidden="true" />
          {partTitle(name)} <span class="quiet">{MEANINGS[name]}</span>
        </li>
      ))}
    </ul>
  );
}
