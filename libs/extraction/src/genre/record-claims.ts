import type { EntityType, RelationType, StatementPredicate } from '#contracts/ontology.js';
import type { Cell, DataRecord } from './cells.js';

/** A cell that names an entity. */
export interface NamedCell {
  readonly cell: Cell;
  readonly type: EntityType;
}

/** What a record states about the entities that it names. */
export interface RecordClaims {
  readonly named: readonly NamedCell[];
  readonly relations: readonly { readonly type: RelationType; readonly from: NamedCell; readonly to: NamedCell }[];
  readonly statements: readonly {
    readonly predicate: StatementPredicate;
    readonly subject: NamedCell;
    readonly value: Cell;
  }[];
}

/** Keys of persons, whatever else a record has. */
const PERSON =
  /^(?:employee|person|contact|member|full name|employee name|contact name|crew member|player|student|pupil|patient|resident|volunteer|speaker|colleague|teammate|assignee|maintainer)$/;
/** Keys of persons and other things: the other keys decide. */
const NAME = /^(?:name|display name|who)$/;
const ORGANIZATION = /^(?:company|employer|organi[sz]ation|org|firm|company name|employer name|account)$/;
const ROLE = /^(?:role|title|job|job title|position|occupation|profession)$/;
const CITY = /^(?:city|town|home ?town|home city|residence|lives in)$/;
/** Keys of objects that say where something is sent, which need not be anybody's home. */
const DELIVERY = /\b(?:ship|shipping|bill|billing|deliver|delivery|pickup|store|venue)\b/;
const BIRTHPLACE = /^place of birth$/;
const SITE = /^(?:city|town|location|headquarters|hq|place|site)$/;
const PERSON_LIKE =
  /\b(?:employee|person|contact|author|approver|owner|reader|guest|guardian|customer|assignee|reviewer|judge|composer|crew|manager|teacher|student|artist|translator)$/;
const SUPPLIER = /^(?:supplier|vendor|carrier|publisher|operator|airline|manufacturer|insurer)$/;
const MANAGER = /^(?:manager|line manager|supervisor|boss|reports to)$/;
const GROUP = /^(?:club|team|band|choir|squad|party|orchestra)$/;
const SPOUSE = /^(?:spouse|wife|husband)$/;
const PARENT = /^(?:mother|father|parent)$/;
const FOUNDER = /^(?:founder|founded by)$/;
const VENUE = /^(?:venue|location)$/;
const AUTHOR = /^(?:author|composer|director|written by)$/;
const WORK = /^(?:title|track|song|book|film|work)$/;
const ANIMAL = /^(?:name|call name|pet|dog|cat|horse|animal|sire|dam)$/;
const EVENT = /^(?:event|event name|comp|competition|summary|conference)$/;

const isEmail = (value: string) => /^[^\s@]{1,64}@[^\s@]{1,253}\.[^\s@]{2,}$/.test(value);
const isPhone = (value: string) => /^\+?[\d ()/.-]{6,24}$/.test(value);
const isDate = (value: string) => /\d/.test(value);
const isAge = (value: string) => /^\d{1,3}$/.test(value);
const isText = (value: string) => /^[^\d@{}<>=_|]{2,60}$/.test(value) && /\p{L}{2}/u.test(value);

/** Statements by key: the predicate and the form of its values. */
const isDiagnosis = (value: string) => isText(value) && !/\?|\b(?:suspect|query|rule out|r\/o|pending)/iu.test(value);
const STATEMENTS: readonly (readonly [RegExp, StatementPredicate, (value: string) => boolean])[] = [
  [/^(?:e ?mails?|(?:work |home )?mail|(?:work |private |contact )?e ?mail(?: address)?)$/, 'email', isEmail],
  [/^(?:(?:work |home |mobile |tele)?phone(?: number)?|tel|mobile|cell|telephone)$/, 'phone', isPhone],
  [ROLE, 'occupation', isText],
  [/^(?:birthday|dob|date of birth|birth ?date)$/, 'birthday', isDate],
  [/^age$/, 'age', isAge],
  [/^nationality$/, 'nationality', isText],
  [/^(?:nickname|aka)$/, 'nickname', isText],
  [/^(?:languages?(?: spoken)?|speaks)$/, 'speaks', isText],
  [/^(?:allerg(?:y|ies)|allergic to)$/, 'allergic_to', isText],
  [/^diet$/, 'diet', isText],
  [/^(?:diagnos[ei]s|dx|(?:medical )?conditions?)$/, 'has_condition', isDiagnosis],
];
/** Predicates of which a cell may state several. */
const LISTED: ReadonlySet<StatementPredicate> = new Set(['speaks', 'allergic_to', 'has_condition']);
/** Keys of what was, or is only looked for; a record of changes states nothing by its rows. */
const NOT_CURRENT = /\b(?:old|was|previous|prev|former|before|query|field|changed?)\b/;
/** Keys that make the entity called `name` a person. */
const OF_PERSONS =
  /^(?:role|title|job|job title|position|occupation|dob|birthday|date of birth|age|height|nationality|manager)$/;
/** Form of the full name of a person. */
export const PERSONAL_NAME =
  /^\p{Lu}[\p{L}'’.-]*(?: (?:\p{Lu}[\p{L}'’.-]*|van|von|de|der|den|da|do|dos|al|bin|el|la|ten|ter)){1,4}$/u;

/**
 * What a record states, by those of its keys that are certain; other keys state nothing.
 * @param typeOf type of the name that a cell is; null if it is none or that is unknown
 */
export function recordClaims(record: DataRecord, typeOf: (cell: Cell) => EntityType | null): RecordClaims {
  if (isOfChanges(record)) return { named: [], relations: [], statements: [] };
  const { cells } = record;
  const find = (key: RegExp) => cells.find((cell) => key.test(cell.key) && !NOT_CURRENT.test(cell.key));
  const as = (cell: Cell | undefined, type: EntityType): NamedCell | null =>
    cell === undefined || !mayName(cell, typeOf(cell), type) ? null : { cell, type };
  const person = as(find(PERSON), 'person') ?? personCalled(record, find(NAME), typeOf);
  const hasRole = find(/^(?:role|title|job|job title|position|occupation|contact)$/) !== undefined;
  const above = record.parent?.cells.find(({ key }) => ORGANIZATION.test(key));
  const organization = as(find(ORGANIZATION), 'organization') ?? (hasRole ? as(above, 'organization') : null);
  const relations = [
    link('works_at', person, organization),
    link('reports_to', person, as(find(MANAGER), 'person')),
    link('member_of', person, as(find(GROUP), 'organization')),
    link('spouse_of', person, as(find(SPOUSE), 'person')),
    link('parent_of', as(find(PARENT), 'person'), person),
    link('founded', as(find(FOUNDER), 'person'), organization),
    link('born_in', person, as(find(BIRTHPLACE), 'place')),
    link('lives_in', person, DELIVERY.test(record.key) ? null : as(find(CITY), 'place')),
    ...(person === null ? [link('located_in', organization, as(find(SITE), 'place'))] : []),
    link('created', as(find(AUTHOR), 'person'), as(find(WORK), 'work')),
    link('located_in', as(find(EVENT), 'event'), as(find(VENUE), 'place')),
    link('owns', as(find(/^(?:new )?owner$/), 'person'), animalIn(cells, find(ANIMAL), typeOf)),
  ].flatMap((relation) => relation ?? []);
  const statements = person === null ? [] : statementsOf(person, cells);
  const ends = relations.flatMap(({ from, to }) => [from, to]);
  const subjects = statements.map(({ subject }) => subject);
  return { named: [...ends, ...subjects, ...namedByKey(cells, typeOf)], relations, statements };
}

/** Cells that name a person or an organization by their key, and by their form. */
function namedByKey(cells: readonly Cell[], typeOf: (cell: Cell) => EntityType | null): NamedCell[] {
  return cells.flatMap((cell): NamedCell[] => {
    const known = typeOf(cell);
    if (PERSON_LIKE.test(cell.key) && PERSONAL_NAME.test(cell.value)) return [{ cell, type: 'person' }];
    const isSupplier = ORGANIZATION.test(cell.key) || SUPPLIER.test(cell.key);
    return isSupplier && known !== 'person' && mayName(cell, known, 'organization')
      ? [{ cell, type: 'organization' }]
      : [];
  });
}

function isOfChanges({ cells, parent }: DataRecord): boolean {
  const keys = new Set([...cells, ...(parent?.cells ?? [])].map(({ key }) => key));
  if (keys.has('field') || keys.has('query') || keys.has('was') || (keys.has('old') && keys.has('new'))) return true;
  return [...keys].some((key) => /^(?:role|title|company) (?:old|new)$/.test(key));
}

/** Whether a cell may name an entity of a type: a known type must agree, a person's name needs its form. */
function mayName({ key, value }: Cell, known: EntityType | null, type: EntityType): boolean {
  if (known === type) return true;
  if (!/^\p{L}/u.test(value) || value.length > 80 || /[@{}<>=_|;]/.test(value)) return false;
  if (type === 'person') return PERSONAL_NAME.test(value) || (PERSON.test(key) && /^\p{Lu}\p{L}+$/u.test(value));
  if (type === 'place') return known === null && /^\p{Lu}[^\d,]+$/u.test(value);
  return type !== 'animal' && /^\p{Lu}|^\d+\p{Lu}/u.test(value);
}

function personCalled(
  { cells }: DataRecord,
  name: Cell | undefined,
  typeOf: (cell: Cell) => EntityType | null,
): NamedCell | null {
  if (name === undefined) return null;
  const type = typeOf(name);
  const isPerson =
    type === 'person' || (cells.some(({ key }) => OF_PERSONS.test(key)) && PERSONAL_NAME.test(name.value));
  return isPerson && mayName(name, type, 'person') ? { cell: name, type: 'person' } : null;
}

/** The animal of a record that has an owner: by its type, or by a breed or species. */
function animalIn(
  cells: readonly Cell[],
  name: Cell | undefined,
  typeOf: (cell: Cell) => EntityType | null,
): NamedCell | null {
  if (name === undefined) return null;
  const isAnimal =
    typeOf(name) === 'animal' || cells.some(({ key }) => /^(?:breed|species|neutered|call name)$/.test(key));
  return isAnimal ? { cell: name, type: 'animal' } : null;
}

function link(type: RelationType, from: NamedCell | null, to: NamedCell | null) {
  return from === null || to === null || from.cell === to.cell ? null : { type, from, to };
}

function statementsOf(subject: NamedCell, cells: readonly Cell[]): RecordClaims['statements'] {
  // The title of a work is not a person's.
  const hasWork = cells.some(({ key }) => AUTHOR.test(key));
  return cells.flatMap((value) => {
    const [, predicate] = STATEMENTS.find(([key, , form]) => key.test(value.key) && form(value.value)) ?? [];
    const isOfWork = hasWork && WORK.test(value.key);
    if (predicate === undefined || isOfWork || value === subject.cell) return [];
    const values = LISTED.has(predicate) ? listed(value) : [value];
    return values.map((each) => ({ predicate, subject, value: each }));
  });
}

/** The items of a cell that lists several: "German, English". */
function listed(cell: Cell): Cell[] {
  return Array.from(cell.value.matchAll(/[^\s,;/&][^,;/&]*/g), ({ 0: item, index }) => {
    const start = cell.start + index;
    const value = item.trimEnd();
    return { key: cell.key, value, start, end: start + value.length };
  });
}

/** Whether a key is one of persons or organizations, of which a record is. */
export function isKeyOfRecords(key: string): boolean {
  return [PERSON, NAME, ORGANIZATION, CITY, MANAGER, SPOUSE, BIRTHPLACE, ...STATEMENTS.map(([known]) => known)].some(
    (known) => known.test(key),
  );
}
