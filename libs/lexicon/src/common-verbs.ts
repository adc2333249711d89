import { IRREGULAR_VERBS } from './verbs.js';
import { words } from './words.js';

/** Base forms of verbs that people do, regularly inflected, and that are rarely nouns at the beginning of a phrase. */
const REGULAR_VERBS = words(`
  accept add adopt apply arrange arrive ask assemble attend audit bake become book borrow brew bring call cancel carry
  catch celebrate change check choose clean climb close coach collect come complete compose conduct consult cook
  craft create cut cycle dance decorate deliver deploy design develop dive donate download eat edit emigrate enrol
  enroll enter expand explore extend fence finish fish fix focus follow forget garden give graduate grow handle help
  hike hire host install introduce invite invest join juggle keep kayak knit launch learn lend let list listen live
  look maintain make manage mend migrate move negotiate offer open order organise organize pack paint pass pay
  perform pick plan plant play prepare present produce program propose publish raise read rebuild recruit reduce
  refactor relocate remind remove renew renovate rent repair replace reply report resign restart restore retire return
  review revisit ride ring row sail save sell send set settle sew share ship show sign ski skip sleep sleepwalk spend split stay start
  submit swim switch take talk tell test thank throw train transfer translate travel try turn upgrade use visit
  volunteer wait walk watch wear weld work worry
`);

/** Base forms of common verbs. */
export const COMMON_VERBS: ReadonlySet<string> = new Set([...REGULAR_VERBS, ...Object.keys(IRREGULAR_VERBS)]);

const IRREGULAR_BASES: ReadonlyMap<string, string> = new Map(
  Object.entries(IRREGULAR_VERBS).map(([base, forms]) => [forms.split(' ')[0] ?? '', base]),
);

/** Base form of a verb in the third person singular: "teaches" gives "teach". Null if it is no common verb's. */
export function baseOfThirdPerson(verb: string): string | null {
  const irregular = IRREGULAR_BASES.get(verb);
  if (irregular !== undefined) return irregular;
  const stems = [verb.replace(/ies$/, 'y'), verb.replace(/es$/, ''), verb.replace(/s$/, '')];
  return stems.find((stem) => stem !== verb && COMMON_VERBS.has(stem)) ?? null;
}
