import { words } from '#lexicon/words.js';
import type { EndRule } from '../language/claim-rule.js';

/** What follows "left me" where it ends a marriage: "left me a note" and "left me at the station" do not. */
const LEAVES_FOR_GOOD = words('. , ; : ! ? … ) for but because when after yesterday today last');

/** Rules for ends of marriages, homes, diets and states that do not name what ends. */
export const STATE_END_RULES: readonly EndRule[] = [
  {
    ends: ['spouse_of'],
    past: 'asserted',
    notBefore: words('from'),
    confidence: 0.8,
    patterns: {
      'A:person {be} divorced|separated|widowed|single':
        'Bruna Reis is divorced => Bruna Reis no longer spouse_of anything; Bruna Reis status divorced',
      'A:person got divorced|separated': 'I got divorced => Maya no longer spouse_of anything; Maya status divorced',
      'A:person {be} newly single': "I'm newly single => Maya no longer spouse_of anything; Maya status newly single",
      'A:person {be} a|an widow|widower|divorcee': 'Bruna Reis is a widow => Bruna Reis no longer spouse_of anything',
      'A:person and P husband|wife|partner|girlfriend|boyfriend|fiancé|fiancée split|separated|divorced':
        'Bruna Reis and her husband split last week => Bruna Reis no longer spouse_of anything',
      'A:person called|broke off P wedding|engagement':
        'Bruna Reis called off her wedding => Bruna Reis no longer spouse_of anything',
      'A:person broke off the engagement':
        'Bruna Reis broke off the engagement => Bruna Reis no longer spouse_of anything; Bruna Reis did broke off the engagement',
      'P wedding|engagement {be} off': 'My engagement is off => Maya no longer spouse_of anything',
      'A:person broke|split up with P husband|wife|partner|girlfriend|boyfriend|fiancé|fiancée':
        'I broke up with my boyfriend => Maya no longer spouse_of anything; Maya did broke up with my boyfriend',
      'A:person lost P husband|wife':
        'Bruna Reis lost her husband => Bruna Reis no longer spouse_of anything; Bruna Reis did lost her husband',
      'P husband|wife died': 'My husband died in May => Maya no longer spouse_of anything',
    },
    counterExamples: ['Is Bruna Reis divorced?', "I'm not single."],
  },
  {
    ends: ['spouse_of'],
    past: 'asserted',
    notBefore: words('yet to'),
    // Nobody need ever have been: too weak to be a fact, and enough to unsettle one.
    confidence: 0.45,
    patterns: {
      "A:person am|'m|is|'s|are|'re not|n't married":
        "I'm not married => Maya no longer spouse_of anything; Maya no longer status married",
    },
    counterExamples: ["I'm not married yet.", 'Are we not married?'],
  },
  {
    ends: ['spouse_of'],
    past: 'asserted',
    onlyBefore: LEAVES_FOR_GOOD,
    confidence: 0.8,
    patterns: {
      'P husband|wife|partner|girlfriend|boyfriend left|dumped|divorced me|him|her':
        'My girlfriend left me => Maya no longer spouse_of anything',
    },
    counterExamples: ['My husband left me a note.', 'My husband left me at the station.'],
  },
  {
    ends: ['lives_in'],
    past: 'asserted',
    notBefore: words('in at on'),
    confidence: 0.75,
    patterns: {
      'A:person moved out of P|the flat|apartment|house|place|room|studio':
        'I moved out of the flat => Maya no longer lives_in anything',
      'A:person gave up P|the flat|apartment|house|place|room|studio':
        'I gave up the flat => Maya no longer has flat; Maya no longer lives_in anything',
      'A:person {be} homeless': 'Bruna Reis is homeless => Bruna Reis no longer lives_in anything',
    },
    counterExamples: ["I haven't moved out of the flat."],
  },
  {
    ends: ['lives_in'],
    past: 'asserted',
    onlyBefore: words('. , ; ! on last yesterday today this and because after when in'),
    confidence: 0.7,
    patterns: {
      'A:person moved out': 'Bruna Reis moved out last week. => Bruna Reis no longer lives_in anything',
    },
    counterExamples: ['Has Bruna Reis moved out?', 'Bruna Reis moved out of the way.'],
  },
  {
    ends: ['diet'],
    confidence: 0.75,
    patterns: {
      'A:person {eat} everything': 'I eat everything => Maya no longer diet anything',
      'A:person {eat} meat|fish|dairy|gluten|eggs|bread|everything again':
        'I eat meat again => Maya no longer diet anything',
      'A:person {be} back on meat|dairy|gluten|bread|sugar': "I'm back on bread => Maya no longer diet anything",
    },
    counterExamples: ["I don't eat everything."],
  },
  {
    ends: ['status'],
    confidence: 0.75,
    patterns: {
      'A:person {be} back from @adj? leave|sabbatical|holiday|vacation|hospital':
        'Bruna Reis is back from leave => Bruna Reis no longer status anything',
      'A:person {be} back from maternity|paternity|parental|sick|medical leave':
        'Bruna Reis is back from maternity leave => Bruna Reis no longer status anything',
      'A:person {be} back at work': 'Bruna Reis is back at work => Bruna Reis no longer status anything',
      'A:person gave birth': 'Bruna Reis gave birth => Bruna Reis no longer status anything',
    },
    counterExamples: ['Is Bruna Reis back from leave?'],
  },
];
