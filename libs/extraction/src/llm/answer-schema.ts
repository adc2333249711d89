import { ENTITY_TYPES, RELATION_TYPES, STATEMENT_PREDICATES } from '#contracts/ontology.js';

/** JSON schema of the LLM's answer. Every field is required, as strict structured output demands. */
export const ANSWER_SCHEMA = object({
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
});

function list(properties: Record<string, object>): object {
  return { type: 'array', items: object(properties) };
}

function object(properties: Record<string, object>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
