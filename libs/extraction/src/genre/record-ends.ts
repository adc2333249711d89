import { nanosOfMs } from '#contracts/clock.js';
import { isFunctional, type RelationType, type StatementPredicate } from '#contracts/ontology.js';
import type { Cell, DataRecord } from './cells.js';
import * as keys from './record-keys.js';
import { asPerson, type NamedCell } from './record-subject.js';
import { isAnswer, predicateOf } from './record-values.js';

/** A functional predicate that has no value any more. */
export interface StatedEnd {
  readonly predicate: RelationType | StatementPredicate;
  readonly subject: NamedCell;
  /** Whether the record says so; else its cell is only empty, or has a value that is not read. */
  readonly isStated: boolean;
}

/** A record with whom it is about and when it was told, in Unix nanoseconds. */
interface ToldRecord {
  readonly record: DataRecord;
  readonly cells: readonly Cell[];
  readonly person: NamedCell | null;
  readonly toldAt: bigint;
}

interface Stated {
  readonly relations: readonly { readonly type: RelationType; readonly from: NamedCell; readonly to: NamedCell }[];
  readonly statements: readonly { readonly predicate: StatementPredicate; readonly subject: NamedCell }[];
}

/** Ends of a job: what holds of somebody who left no longer. */
const OF_JOBS = ['works_at', 'reports_to', 'occupation'] as const;
const LEAVING_DATE =
  /^(?:left|left on|date left|leaving date|leave date|leaver date|last day|end date|termination date|date of leaving|departed|terminated|austritt|austrittsdatum|fecha de baja|date de départ|data cessazione)$/;
const EMPLOYMENT = /^(?:status|state|employment|employment status|job status)$/;
const LEFT =
  /^(?:left(?: company)?|leaver|terminated|resigned|dismissed|inactive|former|ex-?employee|departed|deceased|died|laid off|made redundant|retired|pensioned)\b/i;
const IN_FORCE = /^(?:active|is active|employed|current|currently employed|enabled)$/;
const NOT = /^(?:false|no|n|0)$/i;
const PREDECESSOR = /^(?:replaces|replacing|predecessor|succeeds|successor to|previous holder|takes over from)$/;
/** Keys whose value may become another that a record no longer has; a birthday or a height never ends. */
const MAY_END: ReadonlySet<string> = new Set<StatementPredicate>(['occupation', 'email', 'phone', 'diet', 'status']);

/** Keys whose value says something else now where it is not read: "eats fish since May". */
const UNREAD = /^(?:diet|city|phone|email)$/;

/** Whether a record says that its person has left, by a date that has come or by a state. */
export function isOver(cells: readonly Cell[], toldAt: bigint): boolean {
  const hasLeft = cells.some(({ key, value }) => {
    if (IN_FORCE.test(key)) return NOT.test(value);
    if (EMPLOYMENT.test(key)) return LEFT.test(value);
    return LEAVING_DATE.test(key) && hasCome(value, toldAt);
  });
  return hasLeft && cells.some(({ key }) => keys.OF_PERSONS.test(key) || keys.PERSON.test(key) || keys.NAME.test(key));
}

function hasCome(date: string, toldAt: bigint): boolean {
  const day = timeOfDay(date);
  return day !== null && day <= toldAt;
}

/** Time at which an ISO day begins, in Unix nanoseconds; null if a value is none. */
export function timeOfDay(value: string): bigint | null {
  const day = /^(\d{4}-\d\d-\d\d)(?:$|[T ])/.exec(value)?.[1];
  const time = day === undefined ? NaN : Date.parse(day);
  return Number.isNaN(time) ? null : nanosOfMs(time);
}

/**
 * Ends that a record states: of the job of somebody who left or was replaced, and, less surely, of what a cell gave
 * that is empty now or says something else.
 */
export function endsOfRecord({ record, cells, person, toldAt }: ToldRecord, stated: Stated): StatedEnd[] {
  const predecessor = cells.find(({ key }) => PREDECESSOR.test(key));
  const before = predecessor && asPerson(predecessor, null, false);
  const replaced = before ? jobOf(before, ['reports_to', 'occupation']) : [];
  if (person === null) return replaced;
  if (isOver(cells, toldAt)) return [...replaced, ...jobOf(person, OF_JOBS)];
  return [...replaced, ...blankOf(record, cells, person, stated)];
}

function jobOf(subject: NamedCell, predicates: readonly StatedEnd['predicate'][]): StatedEnd[] {
  return predicates.map((predicate) => ({ predicate, subject, isStated: true }));
}

function blankOf(record: DataRecord, cells: readonly Cell[], subject: NamedCell, stated: Stated): StatedEnd[] {
  const inside = new Set(record.children.map(({ key }) => key));
  const unread = cells.filter(({ key, value }) => UNREAD.test(key) && !isAnswer(value)).map(({ key }) => key);
  const isDelivered = keys.DELIVERY.test(record.key);
  const blank = [...record.blank, ...unread].filter((key) => !inside.has(key) && !(isDelivered && keys.CITY.test(key)));
  const predicates = new Set(blank.flatMap((key) => endingPredicate(key) ?? []));
  for (const { type, from, to } of stated.relations)
    if (from === subject || (type === 'spouse_of' && to === subject)) predicates.delete(type);
  for (const { predicate, subject: whose } of stated.statements) if (whose === subject) predicates.delete(predicate);
  return [...predicates].map((predicate) => ({ predicate, subject, isStated: false }));
}

/** Functional predicate of a key that a person may cease to have; null for any other. */
function endingPredicate(key: string): StatedEnd['predicate'] | null {
  if (keys.ORGANIZATION.test(key)) return 'works_at';
  if (keys.MANAGER.test(key)) return 'reports_to';
  if (keys.CITY.test(key)) return 'lives_in';
  if (key === 'spouse') return 'spouse_of';
  const predicate = predicateOf(key);
  return predicate !== null && MAY_END.has(predicate) && isFunctional(predicate) ? predicate : null;
}
