import type { Cell } from './cells.js';
import { partOf, withoutRemark } from './record-values.js';

const PLACE = /^\p{Lu}[\p{L}\p{M}'’ .-]{1,40}$|^\p{Lo}{2,12}$/u;
const SINCE = / (?:since|from|seit|depuis|desde|dal|sinds|sedan|siden|od) /iu;
const POSTCODE = /\b(?:\p{Lu}{1,2}\d{1,2}\p{Lu}? ?\d\p{Lu}{2}|(?:\p{Lu}{1,2}-)?\d{4,6}(?:-\d{3,4})?)\b/u;
const CODE = /^\p{Lu}{2,3}$/u;
/** Words of a part of an address that is no town. */
const STREET =
  /\b(?:street|st|road|rd|avenue|ave|lane|ln|close|drive|square|row|quay|parade|court|terrace|way|flat|apt|floor|unit|box|via|viale|piazza|rua|calle|avenida|rue|boulevard|place|platz|straße|strasse|str|weg|gasse|straat|laan|ulica|ul|улица)\b|(?:straße|strasse|gasse|weg|straat|gatan|vej|gata)$/iu;

/** The town of a cell that names one: of "Porto (Bonfim) since March" Porto, of "Almada, PT" Almada; null if none. */
export function townIn(cell: Cell): Cell | null {
  const bare = withoutRemark(partOf(cell, 0, SINCE.exec(cell.value)?.index ?? cell.value.length));
  const [town = '', ...behind] = bare.value.split(',').map((part) => part.trim());
  if (!PLACE.test(town) || STREET.test(town) || behind.some((part) => /\d/.test(part))) return addressTown(bare);
  return partOf(bare, 0, town.length);
}

/** The town of an address: its last part that is neither street, house, postcode, country nor state; null if none. */
export function addressTown(cell: Cell): Cell | null {
  const parts = Array.from(cell.value.matchAll(/[^,;]+/g), ({ 0: part, index }) => ({
    index: index + part.length - part.trimStart().length,
    part: part.trim(),
  }));
  if (parts.length < 2) return null;
  for (const { part, index } of parts.slice(1).reverse()) {
    const postcode = POSTCODE.exec(part);
    const town = postcode === null ? part : part.replace(POSTCODE, '').trim();
    const isOther = town === '' || CODE.test(town) || isCountry(town);
    if (isOther) continue;
    if (!PLACE.test(town) || STREET.test(town)) return null;
    return partOf(cell, index + part.indexOf(town), town.length);
  }
  return null;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'sv', 'da', 'nb', 'pl', 'tr', 'ru'];
let countries: ReadonlySet<string> | null = null;

/** Whether a name is that of a country in one of the languages whose records are read. */
function isCountry(name: string): boolean {
  countries ??= new Set(LANGUAGES.flatMap(countriesIn));
  return countries.has(name.toLowerCase());
}

function countriesIn(language: string): string[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  return letters.flatMap((a) => letters.flatMap((b) => names.of(a + b)?.toLowerCase() ?? []));
}
