import type { ComponentChildren } from 'preact';
import type { ChosenFact } from '../facts/chosen-fact.js';
import { factOfRelation, factOfStatement, type Fact } from '../facts/fact.js';
import { FactReasons } from '../facts/fact-panel.js';
import { WhyButton } from '../facts/why-button.js';
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
  readonly chosen: ChosenFact;
  readonly onDone: () => void;
}

/** What the memory is evidence for. */
export function MemoryFacts({ artifact, nameOf, chosen, onDone }: MemoryFactsProps) {
  const { relations, statements, extraction } = artifact;
  return (
    <section class="card">
      <h2>Facts</h2>
      {relations.length + statements.length === 0 && (
        <Empty>{extraction.state === 'pending' ? 'Still to come.' : 'This memory gave no fact.'}</Empty>
      )}
      <ul class="fact-list">
        {relations.map((relation) => (
          <MemoryFact
            key={relation.relation_id}
            fact={factOfRelation(relation)}
            says={relationText(relation, nameOf)}
            {...{ chosen, onDone }}
          >
            <RelationSentence relation={relation} nameOf={nameOf} />
          </MemoryFact>
        ))}
        {statements.map((statement) => (
          <MemoryFact
            key={statement.statement_id}
            fact={factOfStatement(statement)}
            says={statement.text}
            {...{ chosen, onDone }}
          >
            <StatementSentence statement={statement} nameOf={nameOf} />
          </MemoryFact>
        ))}
      </ul>
    </section>
  );
}

interface MemoryFactProps {
  readonly fact: Fact;
  /** The fact for the names of its buttons. */
  readonly says: string;
  readonly chosen: ChosenFact;
  readonly onDone: () => void;
  /** The fact as a sentence with links. */
  readonly children: ComponentChildren;
}

function MemoryFact({ fact, says, chosen, onDone, children }: MemoryFactProps) {
  const isOpen = chosen.id === fact.id;
  return (
    <li>
      <span class="fact">
        {children} <FactBadges {...fact} />
      </span>
      <span class="quiet when">
        <Day iso={fact.valid_from} none="…" /> to <Day iso={fact.valid_to} none="now" />
      </span>
      <Confidence value={fact.confidence} />
      <JudgeFact fact={fact} says={says} isCertain={fact.source !== 'read'} onDone={onDone}>
        <WhyButton
          says={says}
          isOpen={isOpen}
          onToggle={() => {
            chosen.toggle(fact.id);
          }}
        />
      </JudgeFact>
      {isOpen && <FactReasons fact={fact} onDone={onDone} />}
    </li>
  );
}
