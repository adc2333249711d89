import { InvalidArgumentError } from 'commander';

/** Parser of integers within bounds. It throws InvalidArgumentError, which commander reports. */
export function parseInteger(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^[0-9]+$/.test(text) || number < min || number > max)
      throw new InvalidArgumentError(`not an integer from ${String(min)} to ${String(max)}`);
    return number;
  };
}

/** Parses an ISO 8601 time. @throws InvalidArgumentError */
export function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new InvalidArgumentError('not a time');
  return time;
}
