import { RuleIndex } from './language/claim-rule.js';
import { PEOPLE_RULES } from './relations/people.js';
import { PLACE_RULES } from './relations/places.js';
import { THING_RULES } from './relations/things.js';
import { WORK_RULES } from './relations/work.js';
import { EVENT_RULES } from './statements/events.js';
import { TASTE_RULES } from './statements/tastes.js';
import { TRAIT_RULES } from './statements/traits.js';

/** Index of all claim rules by cue word. */
export const CLAIM_RULES = new RuleIndex([
  ...WORK_RULES,
  ...THING_RULES,
  ...PLACE_RULES,
  ...PEOPLE_RULES,
  ...TRAIT_RULES,
  ...TASTE_RULES,
  ...EVENT_RULES,
]);
