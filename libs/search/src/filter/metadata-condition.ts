import { stringifyExact } from '#contracts/exact-json.js';

/** A value of metadata that a filter can compare. */
export type MetadataValue = string | number | bigint | boolean | null;

/** Bounds of a range, all of them texts or all of them numbers. Texts are compared by code points. */
export interface MetadataRange {
  readonly gt?: MetadataValue;
  readonly gte?: MetadataValue;
  readonly lt?: MetadataValue;
  readonly lte?: MetadataValue;
}

/** Condition on a field at the top level of the metadata: it has one of some values, or lies in a range. */
export type MetadataCondition =
  | { readonly field: string; readonly values: readonly MetadataValue[] }
  | { readonly field: string; readonly range: MetadataRange };

const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/**
 * The conditions as a JSON path and its variables, for `jsonb_path_exists`: one statement then serves filters of any
 * number of conditions. Numbers are compared exactly. `strict` keeps the path from looking into arrays.
 */
export function metadataPath(conditions: readonly MetadataCondition[]): { path: string; variables: string } {
  const values: MetadataValue[] = [];
  const compared = (field: string, operator: string, value: MetadataValue): string => {
    values.push(value);
    return `@.${JSON.stringify(field)} ${operator} $v${String(values.length - 1)}`;
  };
  const parts = conditions.map((condition) => {
    if ('values' in condition)
      return condition.values.map((value) => compared(condition.field, '==', value)).join(' || ');
    return rangeOf(condition.range)
      .map(([operator, value]) => compared(condition.field, operator, value))
      .join(' && ');
  });
  const variables = Object.fromEntries(values.map((value, i) => [`v${String(i)}`, value]));
  return {
    path: `strict $ ? (${parts.map((part) => `(${part})`).join(' && ')})`,
    variables: stringifyExact(variables),
  };
}

function rangeOf(range: MetadataRange): (readonly [string, MetadataValue])[] {
  return (['gt', 'gte', 'lt', 'lte'] as const).flatMap((name) => {
    const bound = range[name];
    return bound === undefined ? [] : [[OPERATORS[name], bound] as const];
  });
}
