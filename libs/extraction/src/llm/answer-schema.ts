import { VERDICTS } from '#contracts/observations.js';
import { ENTITY_TYPES, RELATION_TYPES, STATEMENT_PREDICATES } from '#contracts/ontology.js';
import type { LlmTask } from './llm-task.js';

/** JSON schema of the answer to a task. Every field is required, as strict structured output demands. */
export function answerSchema({ extract, questions }: Pick<LlmTask, 'extract' | 'questions'>): Record<string, unknown> {
  return object({ ...(extract ? EXTRACTION : {}), ...(questions.length > 0 ? verdictsOn(questions.length) : {}) });
}

const EXTRACTION = {
  mentions: list({ text: { type: 'string' }, type: { enum: ENTITY_TYPES } }),
  relations: list({
    type: { enum: Object.keys(RELATION_TYPES) },
    from: { type: 'string' },
    to: { type: 'string' },
    ended: { type: 'boolean' },
    date: { type: ['string', 'null'] },
  }),
  statements: list({
    predicate: { enum: Object.values(STATEMENT_PREDICATES).flat() },
    subject: { type: 'string' },
    object: { type: 'string' },
    quote: { type: 'string' },
    ended: { type: 'boolean' },
    date: { type: ['string', 'null'] },
  }),
  aliases: list({ type: { enum: ENTITY_TYPES }, name: { type: 'string' }, alias: { type: 'string' } }),
};

/** The quote comes first, so that the model decides after it has looked for one. */
function verdictsOn(questions: number): Record<string, object> {
  const ids = Array.from({ length: questions }, (_, i) => i + 1);
  return { verdicts: list({ id: { enum: ids }, quote: { type: 'string' }, verdict: { enum: VERDICTS } }) };
}

function list(properties: Record<string, object>): object {
  return { type: 'array', items: object(properties) };
}

function object(properties: Record<string, object>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
