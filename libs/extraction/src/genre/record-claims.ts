import type { EntityType, RelationType, StatementPredicate } from '#contracts/ontology.js';
import type { Cell, DataRecord } from './cells.js';
import { changesOf } from './record-changes.js';
import * as keys from './record-keys.js';
import { endsOfRecord, isOver, type StatedEnd } from './record-ends.js';
import { kinOf, type StatedRelation } from './record-kin.js';
import { addressTown, townIn } from './record-places.js';
import { asPerson, cellsOfAll, type NamedCell, personOf, type TypeOf } from './record-subject.js';
import { placeOfBirthIn, type StatedValue, statedValues } from './record-values.js';

/** What a record states about the entities that it names. */
export interface RecordClaims {
  readonly named: readonly NamedCell[];
  readonly relations: readonly StatedRelation[];
  readonly statements: readonly (StatedValue & { readonly subject: NamedCell })[];
  readonly ends: readonly StatedEnd[];
  /** When the claims begin, in Unix nanoseconds; null: when the memory was told. */
  readonly since: bigint | null;
}

/** Predicates of a job, which a record of someone who left no longer states. */
const OF_JOBS: ReadonlySet<string> = new Set<RelationType | StatementPredicate>([
  'works_at',
  'reports_to',
  'occupation',
  'member_of',
]);

/**
 * What a record states, by those of its keys that are certain; other keys state nothing. A record of a change states
 * the new value.
 * @param typeOf type of the name that a cell is; null if it is none or that is unknown
 * @param toldAt event time of the memory in Unix nanoseconds
 */
export function recordClaims(record: DataRecord, typeOf: TypeOf, toldAt: bigint): RecordClaims {
  const change = changesOf(record);
  if (change !== null)
    return change.record === null ? NO_CLAIMS : { ...claimsOf(change.record, typeOf, toldAt), since: change.since };
  return claimsOf(record, typeOf, toldAt);
}

const NO_CLAIMS: RecordClaims = { named: [], relations: [], statements: [], ends: [], since: null };

function claimsOf(record: DataRecord, typeOf: TypeOf, toldAt: bigint): RecordClaims {
  const cells = cellsOfAll(record);
  const person = personOf(record, typeOf);
  const kin = person === null ? { relations: [], phones: [] } : kinOf(record, cells, person);
  const own = person === null ? [] : statementsOf(person, cells);
  const stated = {
    relations: [...relationsOf({ record, cells, person, typeOf }), ...kin.relations],
    statements: [...own, ...kin.phones.map(({ subject, value }) => ({ subject, predicate: 'phone' as const, value }))],
  };
  const holds = person !== null && isOver(cells, toldAt) ? withoutJob(stated) : stated;
  const ends = endsOfRecord({ record, cells, person, toldAt }, holds);
  const named = [
    ...holds.relations.flatMap(({ from, to }) => [from, to]),
    ...holds.statements.map(({ subject }) => subject),
    ...ends.map(({ subject }) => subject),
    ...namedByKey(cells, typeOf),
  ];
  return { named, ...holds, ends, since: null };
}

function withoutJob({ relations, statements }: Pick<RecordClaims, 'relations' | 'statements'>) {
  return {
    relations: relations.filter(({ type }) => !OF_JOBS.has(type)),
    statements: statements.filter(({ predicate }) => !OF_JOBS.has(predicate)),
  };
}

interface RecordSubject {
  readonly record: DataRecord;
  readonly cells: readonly Cell[];
  readonly person: NamedCell | null;
  readonly typeOf: TypeOf;
}

function relationsOf({ record, cells, person, typeOf }: RecordSubject): StatedRelation[] {
  const find = (key: RegExp) => cells.find((cell) => key.test(cell.key) && !keys.NOT_CURRENT.test(cell.key));
  const as = (cell: Cell | null | undefined, type: EntityType): NamedCell | null =>
    cell === undefined || cell === null ? null : asNamed(cell, typeOf(cell), type);
  const company = companyOf({ record, cells, person, typeOf });
  const role = find(keys.ROLE)?.value ?? '';
  return [
    link(FOUNDER_ROLE.test(role) ? 'founded' : 'works_at', person, company),
    link('reports_to', person, as(find(keys.MANAGER), 'person')),
    link('member_of', person, as(find(keys.GROUP), 'organization')),
    link('studied_at', person, as(find(keys.SCHOOL), 'organization')),
    link('founded', as(find(keys.FOUNDER), 'person'), company),
    link('born_in', person, as(birthplaceOf(cells), 'place')),
    link('lives_in', person, DELIVERED(record) ? null : as(homeOf(cells), 'place')),
    ...(person === null ? [link('located_in', company, as(find(keys.SITE), 'place'))] : []),
    link('created', as(find(keys.AUTHOR), 'person'), as(find(keys.WORK), 'work')),
    link('located_in', as(find(keys.EVENT), 'event'), as(find(keys.VENUE), 'place')),
    link('owns', as(find(keys.OWNER), 'person'), animalIn(cells, find(keys.ANIMAL), typeOf)),
  ].flatMap((relation) => relation ?? []);
}

const DELIVERED = ({ key }: DataRecord): boolean => keys.DELIVERY.test(key);

/** The company of a record; of a person with a role, also the one that the object around names. */
function companyOf({ record, cells, person, typeOf }: RecordSubject): NamedCell | null {
  const own = cells.find(({ key }) => keys.ORGANIZATION.test(key) && !keys.NOT_CURRENT.test(key));
  // An applicant's company is where they apply; a guest's or user's is theirs only beside a role.
  if (person !== null && keys.APPLICANT.test(person.cell.key) && !cells.some(({ key }) => key === 'role')) return null;
  const named = own && asNamed(own, typeOf(own), 'organization');
  if (named) return named;
  const hasRole = cells.some(({ key }) => keys.ROLE.test(key) || key === 'contact');
  const above = hasRole ? record.parent?.cells.find(({ key }) => keys.ORGANIZATION.test(key)) : undefined;
  return above === undefined ? null : asNamed(above, typeOf(above), 'organization');
}

function birthplaceOf(cells: readonly Cell[]): Cell | null {
  const place = cells.find(({ key }) => keys.BIRTHPLACE.test(key));
  if (place !== undefined) return townIn(place);
  const birthday = cells.find(({ key }) => key === 'birthday');
  return birthday === undefined ? null : placeOfBirthIn(birthday);
}

/** The town in which a person lives; an address beside a company may be the company's. */
function homeOf(cells: readonly Cell[]): Cell | null {
  const city = cells.find(({ key }) => keys.CITY.test(key));
  if (city !== undefined) return townIn(city);
  const isAtWork = cells.some(({ key }) => keys.ORGANIZATION.test(key) || keys.ROLE.test(key));
  const isPersonal = cells.some(({ key }) => keys.OF_PERSONS.test(key) || keys.PERSON.test(key));
  const isHome = (key: string) => key === 'home address' || (key === 'address' && isPersonal && !isAtWork);
  const address = cells.find(({ key }) => isHome(key));
  return address === undefined ? null : addressTown(address);
}

/** Cells that name a person or an organization by their key, and by their form. */
function namedByKey(cells: readonly Cell[], typeOf: TypeOf): NamedCell[] {
  return cells.flatMap((cell): NamedCell[] => {
    const known = typeOf(cell);
    const person = keys.PERSON_LIKE.test(cell.key) ? asPerson(cell, known, false) : null;
    if (person !== null) return [person];
    const isCompany = keys.ORGANIZATION.test(cell.key) || keys.SUPPLIER.test(cell.key);
    return isCompany && known !== 'person' ? [asNamed(cell, known, 'organization') ?? []].flat() : [];
  });
}

/** A cell as an entity of a type: a known type must agree, a person's name needs its form. */
function asNamed(cell: Cell, known: EntityType | null, type: EntityType): NamedCell | null {
  if (type === 'person') return asPerson(cell, known, known === 'person');
  const named: NamedCell = { cell, type, name: cell.value };
  if (known === type) return named;
  const { value } = cell;
  if (!/^[\p{L}\d]/u.test(value) || value.length > 80 || /[@{}<>=_|;]/.test(value)) return null;
  if (type === 'place')
    return (known === null || known === 'organization') && /^[\p{Lu}\p{Lo}][^\d,]+$/u.test(value) ? named : null;
  return type !== 'animal' && /^[\p{Lu}\p{Lo}]|^\d+\p{Lu}/u.test(value) ? named : null;
}

/** The animal of a record that has an owner: by its type, or by a breed or species. */
function animalIn(cells: readonly Cell[], name: Cell | undefined, typeOf: TypeOf): NamedCell | null {
  if (name === undefined) return null;
  const isAnimal =
    typeOf(name) === 'animal' || cells.some(({ key }) => /^(?:breed|species|neutered|call name)$/.test(key));
  return isAnimal ? { cell: name, type: 'animal', name: name.value } : null;
}

function link(type: RelationType, from: NamedCell | null, to: NamedCell | null): StatedRelation | null {
  return from === null || to === null || from.cell === to.cell || from.name === to.name ? null : { type, from, to };
}

/** A role that is a relation to the company instead of a job. */
const FOUNDER_ROLE = /^(?:co-?)?founder\b/i;
/** Keys of tasks, whose title is no person's. */
const OF_TASKS = /^(?:ticket|issue|priority|due|due date|isbn|url|album|track|year|severity|assignee|subject)$/;

function statementsOf(subject: NamedCell, cells: readonly Cell[]): RecordClaims['statements'] {
  // The title of a work or of a task is not a person's.
  const isOfWork = cells.some(({ key }) => keys.AUTHOR.test(key) || OF_TASKS.test(key));
  const isApplicant = keys.APPLICANT.test(subject.cell.key);
  return cells.flatMap((cell) => {
    if (cell === subject.cell || keys.NOT_CURRENT.test(cell.key)) return [];
    if (cell.key === 'title' && (isOfWork || isApplicant)) return [];
    if (cell.key === 'status' && !cells.some(({ key }) => keys.OF_PERSONS.test(key))) return [];
    return statedValues(cell)
      .filter(({ predicate }) => predicate !== 'occupation' || !FOUNDER_ROLE.test(cell.value))
      .map((stated) => ({ ...stated, subject }));
  });
}
