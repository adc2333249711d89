import { SHELL_VARIABLES } from '#apps/api/src/openapi/examples/example.js';
import { isoOfNanos, nanosOfIso } from '#contracts/iso-times.js';
import { stringifyExact, type ExactJson } from '#contracts/exact-json.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WRITTEN = new Set<string>(Object.values(SHELL_VARIABLES));

/** Fields of measurements, and what the document shows of them. */
const MEASURED = new Map<string, number>([
  ['duration_ms', 1],
  ['lag_events', 0],
  ['lag_seconds', 0],
  ['event_bytes', 15_000],
]);

/** Times of a run are later than any time in an example. */
const FIRST_OF_RUN = 1_775_000_000_000_000_000n;
const FIRST_WRITTEN = 1_780_000_000_000_000_000n;
const SECOND = 1_000_000_000n;
/** A day of the run within a text: of what was said, or when a fact was told. */
const DAY_OF_RUN = /(told |\[)20\d\d-\d\d-\d\d/g;
const DAY_WRITTEN = new Date(Number(FIRST_WRITTEN / 1_000_000n)).toISOString().slice(0, 10);

/**
 * A response, or the part that the page shows, without values that differ between runs: ids not kept in a variable,
 * times, measurements, the leading process, and the order of lists.
 * @param variables shell variables; their ids are replaced by those in the document
 */
export function masked(answer: ExactJson, variables: ReadonlyMap<string, string>): ExactJson {
  const written = writtenIds(variables);
  const other = mapped(answer, (value, field) => {
    if (MEASURED.has(field)) return 0;
    if (field === 'leader' && value !== null) return 'a process';
    if (timeOfRun(value) !== null) return 'a time';
    if (typeof value !== 'string') return value;
    const id = written.get(value) ?? value;
    return UUID.test(id) && !WRITTEN.has(id) ? 'an id' : id.replace(DAY_OF_RUN, '$1DAY');
  });
  return sorted(other);
}

/** The responses of a run as stored in the document: equal for every run, except for the order of lists. */
export function answersToWrite(answers: ExactJson, variables: ReadonlyMap<string, string>): ExactJson {
  const written = writtenIds(variables);
  const others = new Map<string, string>();
  const times: bigint[] = [];
  mapped(answers, (value) => {
    const time = timeOfRun(value);
    if (time !== null) times.push(time);
    else if (typeof value === 'string' && UUID.test(value) && !written.has(value) && !others.has(value))
      others.set(value, `3f0c2b1e-8a47-5d10-9c52-71d1f6a0${(0x1000 + others.size).toString(16)}`);
    return value;
  });
  const order = [...new Set(times)].sort((a, b) => (a < b ? -1 : 1));
  return mapped(answers, (value, field) => {
    const measured = MEASURED.get(field);
    if (measured !== undefined) return measured;
    if (field === 'leader' && value !== null) return 'engraph-1:1';
    const time = timeOfRun(value);
    if (time !== null) {
      const written = FIRST_WRITTEN + BigInt(order.indexOf(time)) * SECOND;
      return typeof value === 'string' ? isoOfNanos(written) : written;
    }
    if (typeof value !== 'string') return value;
    return written.get(value) ?? others.get(value) ?? value.replace(DAY_OF_RUN, `$1${DAY_WRITTEN}`);
  });
}

type Leaf = string | number | bigint | boolean | null;

/** Unix nanoseconds of a time of the run, given as such or as ISO 8601; null for anything else. */
function timeOfRun(value: Leaf): bigint | null {
  const time = typeof value === 'string' ? nanosOfIso(value) : value;
  return typeof time === 'bigint' && time > FIRST_OF_RUN ? time : null;
}

function writtenIds(variables: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(Object.entries(SHELL_VARIABLES).map(([name, written]) => [variables.get(name) ?? name, written]));
}

function mapped(value: ExactJson, map: (value: Leaf, field: string) => Leaf, field = ''): ExactJson {
  if (Array.isArray(value)) return value.map((item) => mapped(item, map, field));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapped(part, map, name)]));
  return map(value, field);
}

function sorted(value: ExactJson): ExactJson {
  if (Array.isArray(value)) {
    const keyed = value.map(sorted).map((item) => ({ item, key: stringifyExact(item) }));
    return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, sorted(part)]));
}
