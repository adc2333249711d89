import { CallRefused } from '../calls/engraph-calls.js';
import { textArgument } from './memory-tool.js';
import type { ToolArguments } from '../schema/tool-schema.js';

/** The two kinds of facts, which the API keeps apart. */
export type FactKind = 'relation' | 'statement';

const FACT_ID = /^(relation|statement):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Schema of the id of a fact among arguments and in answers. */
export const FACT_ID_FIELD = {
  type: 'string',
  pattern: '^(relation|statement):[0-9a-fA-F-]{36}$',
  description: 'Fact, by its id in the answers of recall and entity, such as relation:6f2c….',
} as const;

/** Id of a fact for the tools, which tells its kind. */
export function typedFactIdOf(kind: FactKind, id: string): string {
  return `${kind}:${id}`;
}

/** Kind and id that an argument names. @throws CallRefused for anything else */
export function factIn(given: ToolArguments): { readonly kind: FactKind; readonly id: string } {
  const [, kind, id] = FACT_ID.exec(textArgument(given, 'fact_id').trim()) ?? [];
  if (kind !== undefined && id !== undefined) return { kind: kind.toLowerCase() as FactKind, id: id.toLowerCase() };
  throw new CallRefused(
    'bad_request',
    'fact_id must be the whole id that recall or entity gave, relation: or statement: and a UUID',
  );
}
