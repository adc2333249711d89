import { parse, stringify } from 'lossless-json';

/**
 * Parses the JSON of an answer. Integers of the fields named in `wide` are bigint whatever their size, so that a field
 * has one type; other integers are bigint past 2^53 only, and everything else is as JSON.parse has it.
 * @throws SyntaxError when the text is not JSON
 */
export function parseAnswer(text: string, wide: ReadonlySet<string>): unknown {
  return parse(
    text,
    (name, value) => (wide.has(name) && Number.isSafeInteger(value) ? BigInt(value as number) : value),
    numberOf,
  );
}

/** Writes the JSON of a request: bigint as a plain integer, `undefined` properties left out. */
export function stringifyRequest(value: unknown): string {
  return stringify(value) ?? 'null';
}

function numberOf(digits: string): number | bigint {
  const value = Number(digits);
  return Number.isSafeInteger(value) || !/^-?[0-9]+$/.test(digits) ? value : BigInt(digits);
}
