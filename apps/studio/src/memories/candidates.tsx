import { Badge } from '../parts/badge.js';
import { Confidence } from '../parts/bars.js';
import { JudgeFact } from '../parts/judge-fact.js';
import { Visible } from '../parts/name.js';
import type { Inspected } from './inspected.js';

interface CandidatesProps {
  readonly artifact: Inspected['artifact'];
  readonly onDone: () => void;
}

/** Claims too weak to be facts, which may be confirmed, and what the LLM said of such. */
export function Candidates({ artifact: { candidates, verdicts = [] }, onDone }: CandidatesProps) {
  if (candidates.length + verdicts.length === 0) return null;
  return (
    <section class="card">
      <h2>Candidates</h2>
      <p class="quiet">Read, but too unsure to be facts. Nothing else shows them.</p>
      <ul class="fact-list">
        {candidates.map(({ id, kind, claim, polarity, confidence, stage }, at) => (
          <li key={id ?? at}>
            <span class="fact" dir="auto">
              <Visible text={claim} /> {polarity === 'ended' && <Badge>no longer</Badge>}
            </span>
            <span class="quiet when">{stage}</span>
            <Confidence value={confidence} />
            {id !== undefined && (
              <JudgeFact
                fact={{ id, kind: kind === 'relation' ? 'relation' : 'statement' }}
                says={claim}
                onDone={onDone}
              />
            )}
          </li>
        ))}
        {verdicts.map(({ claim, verdict, confidence, version }, at) => (
          <li key={`verdict-${at}`}>
            <span class="fact" dir="auto">
              <Visible text={claim} />{' '}
              <Badge tone={verdict === 'holds' ? 'good' : 'neutral'}>LLM: {verdict.replace('_', ' ')}</Badge>
            </span>
            <span class="quiet when">{version}</span>
            <Confidence value={confidence} />
          </li>
        ))}
      </ul>
    </section>
  );
}
