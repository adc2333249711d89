import type { MetadataRange, MetadataValue } from '../filter/metadata-condition.js';
import { comparatorTo, doubleAt, fieldAt } from './attribute-values.js';

/** Attributes one after another, and where each begins and the last one ends. */
interface Attributes {
  readonly heap: DataView;
  readonly starts: Uint32Array;
}

/**
 * Visits the attributes of a field in a range of values, by number.
 * @returns whether they are all: of a long text that begins like a bound it cannot be told
 */
export function visitRange(
  { heap, starts }: Attributes,
  field: number,
  range: MetadataRange,
  visit: (attribute: number) => void,
): boolean {
  const [above, below] = doublesOf(range);
  const isWithin = rangeTest(range);
  let isWhole = true;
  for (let number = 0; number + 1 < starts.length; number += 1) {
    const from = starts[number] ?? 0;
    if (fieldAt(heap, from) !== field) continue;
    const double = doubleAt(heap, from);
    if (double < above || double > below) continue;
    const passes = (double > above && double < below) || isWithin(heap, from, starts[number + 1] ?? 0);
    if (passes === null) isWhole = false;
    else if (passes) visit(number);
  }
  return isWhole;
}

/** Test of single attributes, by number: whether they are of a field and in a range; null if that cannot be told. */
export function testOfRange(field: number, range: MetadataRange) {
  const isWithin = rangeTest(range);
  return ({ heap, starts }: Attributes, number: number): boolean | null => {
    const from = starts[number] ?? 0;
    return fieldAt(heap, from) === field && isWithin(heap, from, starts[number + 1] ?? 0);
  };
}

/**
 * Numbers strictly between the two are in the range, and those outside are not; NaN for a range of texts. An exact test
 * tells of those at the ends.
 */
function doublesOf({ gt, gte, lt, lte }: MetadataRange): readonly [number, number] {
  const [from, to] = [[gt, gte].filter(isSet), [lt, lte].filter(isSet)];
  if ([...from, ...to].some((bound) => typeof bound === 'string')) return [NaN, NaN];
  return [Math.max(-Infinity, ...from.map(Number)), Math.min(Infinity, ...to.map(Number))];
}

function isSet(bound: MetadataValue | undefined): bound is MetadataValue {
  return bound !== undefined;
}

/** Test of an attribute; null if it cannot be told. */
function rangeTest({ gt, gte, lt, lte }: MetadataRange) {
  const tests = [
    ...(gt === undefined ? [] : [{ to: comparatorTo(gt), isMet: (order: number) => order > 0 }]),
    ...(gte === undefined ? [] : [{ to: comparatorTo(gte), isMet: (order: number) => order >= 0 }]),
    ...(lt === undefined ? [] : [{ to: comparatorTo(lt), isMet: (order: number) => order < 0 }]),
    ...(lte === undefined ? [] : [{ to: comparatorTo(lte), isMet: (order: number) => order <= 0 }]),
  ];
  return (heap: DataView, from: number, to: number): boolean | null => {
    let isCertain = true;
    for (const { to: compare, isMet } of tests) {
      const order = compare(heap, from, to);
      if (order === null) isCertain = false;
      else if (!isMet(order)) return false;
    }
    return isCertain ? true : null;
  };
}
