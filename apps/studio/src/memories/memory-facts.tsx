import { Confidence } from '../parts/bars.js';
import { FactBadges } from '../parts/fact-badges.js';
import { RelationSentence, StatementSentence, relationText, type NameOf } from '../parts/fact-sentence.js';
import { JudgeFact } from '../parts/judge-fact.js';
import { Empty } from '../parts/notice.js';
import { Day } from '../parts/time.js';
import type { Inspected } from './inspected.js';

interface MemoryFactsProps {
  readonly artifact: Inspected['artifact'];
  readonly nameOf: NameOf;
  readonly onDone: () => void;
}

/** What the memory is evidence for. */
export function MemoryFacts({ artifact: { relations, statements, extraction }, nameOf, onDone }: MemoryFactsProps) {
  return (
    <section class="card">
      <h2>Facts</h2>
      {relations.length + statements.length === 0 && (
        <Empty>{extraction.state === 'pending' ? 'Still to come.' : 'This memory gave no fact.'}</Empty>
      )}
      <ul class="fact-list">
        {relations.map((relation) => (
          <li key={relation.relation_id}>
            <span class="fact">
              <RelationSentence relation={relation} nameOf={nameOf} /> <FactBadges {...relation} />
            </span>
            <When {...relation} />
            <Confidence value={relation.confidence} />
            <JudgeFact
              fact={{ id: relation.relation_id, kind: 'relation' }}
              says={relationText(relation, nameOf)}
              isCertain={relation.source !== 'read'}
              onDone={onDone}
            />
          </li>
        ))}
        {statements.map((statement) => (
          <li key={statement.statement_id}>
            <span class="fact">
              <StatementSentence statement={statement} nameOf={nameOf} /> <FactBadges {...statement} />
            </span>
            <When {...statement} />
            <Confidence value={statement.confidence} />
            <JudgeFact
              fact={{ id: statement.statement_id, kind: 'statement' }}
              says={statement.text}
              isCertain={statement.source !== 'read'}
              onDone={onDone}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function When({ valid_from, valid_to }: { readonly valid_from: string | null; readonly valid_to: string | null }) {
  return (
    <span class="quiet when">
      <Day iso={valid_from} none="…" /> to <Day iso={valid_to} none="now" />
    </span>
  );
}
