import type { EngraphClient } from '../../../../clients/typescript/src/index.js';
import { hrefOf } from '../navigation/route.js';
import { chosenFact, type ChosenFact } from '../facts/chosen-fact.js';
import { FactPanel } from '../facts/fact-panel.js';
import { WhyButton } from '../facts/why-button.js';
import { Badge } from '../parts/badge.js';
import { Confidence } from '../parts/bars.js';
import { Name } from '../parts/name.js';
import { Empty } from '../parts/notice.js';
import { useAnswer } from '../parts/use-answer.js';
import type { Recalled } from './recall-request.js';

type Fact = NonNullable<Recalled['facts']>[number];

/** An entity that a fact is about. */
interface FactEntity {
  readonly id: string;
  readonly name: string;
}

interface RecalledFactsProps {
  readonly answer: Recalled;
  readonly query: URLSearchParams;
  readonly onDone: () => void;
}

/** The facts of the context block, with the entities they are about and the memories that state them. */
export function RecalledFacts({ answer, query, onDone }: RecalledFactsProps) {
  const chosen = chosenFact('recall', null, query);
  const facts = answer.facts ?? [];
  const names = new Map(
    answer.memories.flatMap(({ entities }) => entities.map((one) => [one.entity_id, one.canonical_name] as const)),
  );
  return (
    <section class="card" aria-label="Facts">
      <h2>Facts</h2>
      {facts.length === 0 ? (
        <Empty>No fact is to the point of the question.</Empty>
      ) : (
        <ul class="recalled-facts">
          {facts.map((fact) => (
            <RecalledFact key={fact.id} {...{ fact, names, chosen, onDone }} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RecalledFactProps {
  readonly fact: Fact;
  readonly names: ReadonlyMap<string, string>;
  readonly chosen: ChosenFact;
  readonly onDone: () => void;
}

function RecalledFact({ fact, names, chosen, onDone }: RecalledFactProps) {
  const isOpen = chosen.id === fact.id;
  const entities = useAnswer((client, signal) => entitiesOf(client, fact, names, signal), [fact.id]).data ?? [];
  return (
    <li>
      <p class="fact-text">
        <Name text={fact.text} />
      </p>
      <p class="ranked-about">
        <Confidence value={fact.confidence} />
        <Badge title={`Id ${fact.id}`}>{fact.kind}</Badge>
        {entities.map(({ id, name }) => (
          <a key={id} href={hrefOf('entities', id)}>
            <Name text={name} />
          </a>
        ))}
        <WhyButton
          says={fact.text}
          isOpen={isOpen}
          onToggle={() => {
            chosen.toggle(fact.id);
          }}
        />
      </p>
      {isOpen && <FactPanel id={fact.id} kind={fact.kind} onDone={onDone} />}
    </li>
  );
}

async function entitiesOf(
  client: EngraphClient,
  { id, kind }: Fact,
  names: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<FactEntity[]> {
  const ids = kind === 'relation' ? await endsOf(client, id, signal) : await subjectOf(client, id, signal);
  return Promise.all(
    ids.map(async (entityId) => ({
      id: entityId,
      name: names.get(entityId) ?? (await client.getEntity(entityId, { signal })).canonical_name,
    })),
  );
}

async function endsOf(client: EngraphClient, id: string, signal: AbortSignal): Promise<string[]> {
  const { from_entity, to_entity } = await client.getRelation(id, { signal });
  return [from_entity, to_entity];
}

async function subjectOf(client: EngraphClient, id: string, signal: AbortSignal): Promise<string[]> {
  const { subject, object } = await client.getStatement(id, { signal });
  return object.kind === 'entity' ? [subject, object.id] : [subject];
}
