import { NotFoundError, type EngraphClient } from '../../../../clients/typescript/src/index.js';
import type { Relation, Statement } from '../parts/fact-sentence.js';
import type { Inspected } from './inspected.js';

type Artifact = Inspected['artifact'];

/** What a memory gave, with candidates that a caller confirmed among the facts: they are facts by the same id. */
export async function withConfirmed(client: EngraphClient, artifact: Artifact, signal: AbortSignal): Promise<Artifact> {
  const relations = new Map(artifact.relations.map((relation) => [relation.relation_id, relation]));
  const statements = new Map(artifact.statements.map((statement) => [statement.statement_id, statement]));
  await Promise.all(
    artifact.candidates.map(async ({ id, kind }) => {
      if (id === undefined) return;
      if (kind === 'relation') keep(relations, id, await known<Relation>(client.getRelation(id, { signal })));
      else keep(statements, id, await known<Statement>(client.getStatement(id, { signal })));
    }),
  );
  return {
    ...artifact,
    relations: [...relations.values()],
    statements: [...statements.values()],
    candidates: artifact.candidates.filter(({ id = '' }) => !relations.has(id) && !statements.has(id)),
  };
}

function keep<Fact extends Relation | Statement>(facts: Map<string, Fact>, id: string, fact: Fact | null): void {
  if (fact && fact.source !== 'read') facts.set(id, fact);
}

/** Null for a candidate that is no fact. */
async function known<Fact>(asked: Promise<Fact>): Promise<Fact | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
