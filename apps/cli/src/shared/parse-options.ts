import { InvalidArgumentError } from 'commander';

/** A reader of integers within bounds. It throws InvalidArgumentError, which the command tells. */
export function parseInteger(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^[0-9]+$/.test(text) || number < least || number > most)
      throw new InvalidArgumentError(`not an integer from ${String(least)} to ${String(most)}`);
    return number;
  };
}

/** Reads an ISO 8601 time. @throws InvalidArgumentError */
export function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('not a time');
  return time;
}
