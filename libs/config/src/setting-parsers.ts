// Parsers of the values of settings. A value that is not allowed throws a RangeError, which says what is.

/** Any text. */
export const text = (value: string): string => value;

/** An integer without sign, from min to max. */
export function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^[0-9]+$/.test(value) || number < min || number > max)
      throw new RangeError(`must be an integer from ${String(min)} to ${String(max)}`);
    return number;
  };
}

/** One of the choices. */
export function oneOf<const T extends string>(...choices: readonly T[]): (value: string) => T {
  return (value) => {
    const choice = choices.find((c) => c === value);
    if (choice === undefined) throw new RangeError(`must be one of ${choices.join(', ')}`);
    return choice;
  };
}

/** `on` is true, `off` is false. */
export const onOff = (value: string): boolean => oneOf('on', 'off')(value) === 'on';

/** Items between commas, without empty ones. */
export const list = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A list that names one choice or more. */
export function someOf<const T extends string>(choices: readonly T[]): (value: string) => T[] {
  return (value) => {
    const items = list(value).map(oneOf(...choices));
    if (items.length === 0) throw new RangeError(`must name one of ${choices.join(', ')}`);
    return items;
  };
}

/** Empty, or a URL with one of the protocols. */
export function url(...protocols: readonly string[]): (value: string) => string {
  return (value) => {
    if (value !== '' && !protocols.includes(URL.canParse(value) ? new URL(value).protocol : ''))
      throw new RangeError(`must be a URL starting with ${protocols.join(' or ')}`);
    return value;
  };
}

/**
 * Parser of a secret: empty, or visible ASCII of a minimum length, so that it fits into a header and cannot be guessed.
 */
export function secret(min: number): (value: string) => string {
  return (value) => {
    if (value !== '' && (value.length < min || !/^[\x21-\x7e]+$/.test(value)))
      throw new RangeError(`must be empty, or at least ${String(min)} visible ASCII characters`);
    return value;
  };
}

/** A number from min to max, with or without a decimal point. */
export function fractionBetween(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^[0-9.]+$/.test(value) || !(number >= min && number <= max))
      throw new RangeError(`must be a number from ${String(min)} to ${String(max)}`);
    return number;
  };
}

/** A fraction from 0 to 1. */
export const fraction = fractionBetween(0, 1);
