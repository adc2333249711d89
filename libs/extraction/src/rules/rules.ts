import type { ClaimRule } from './language/claim-rule.js';
import { JOB_END_RULES } from './ends/jobs.js';
import { BIRTH_RULES, DEATH_RULES } from './ends/lives.js';
import { LEAVING_RULES } from './ends/leavings.js';
import { STATE_END_RULES } from './ends/states.js';
import { RuleIndex } from './language/rule-index.js';
import { ATTENDED_RULES } from './relations/attended.js';
import { BORN_IN_RULES } from './relations/born-in.js';
import { COLLEAGUE_OF_RULES } from './relations/colleague-of.js';
import { CREATED_RULES } from './relations/created.js';
import { FAMILY_RULES } from './relations/family.js';
import { FOUNDED_RULES } from './relations/founded.js';
import { FRIEND_OF_RULES } from './relations/friend-of.js';
import { KNOWS_RULES } from './relations/knows.js';
import { LIVES_IN_RULES } from './relations/lives-in.js';
import { LOCATED_IN_RULES } from './relations/located-in.js';
import { MEMBER_OF_RULES } from './relations/member-of.js';
import { OWNS_RULES } from './relations/owns.js';
import { PART_OF_RULES } from './relations/part-of.js';
import { RELATED_TO_RULES } from './relations/related-to.js';
import { REPORTS_TO_RULES } from './relations/reports-to.js';
import { ROLE_RULES } from './relations/roles.js';
import { SPOUSE_OF_RULES } from './relations/spouse-of.js';
import { STUDIED_AT_RULES } from './relations/studied-at.js';
import { USES_RULES } from './relations/uses.js';
import { VISITED_RULES } from './relations/visited.js';
import { WORKS_AT_RULES } from './relations/works-at.js';
import { WORKS_ON_RULES } from './relations/works-on.js';
import { ABILITIES_RULES } from './statements/abilities.js';
import { CONTACT_RULES } from './statements/contact.js';
import { DEEDS_RULES, PLANS_RULES } from './statements/events.js';
import { HEALTH_RULES } from './statements/health.js';
import { IDENTITY_RULES } from './statements/identity.js';
import { INSTRUCTIONS_RULES } from './statements/instructions.js';
import { OCCUPATION_RULES } from './statements/occupation.js';
import { OCCUPATION_TITLE_RULES } from './statements/occupation-titles.js';
import { POSSESSIONS_RULES } from './statements/possessions.js';
import { STATUS_RULES } from './statements/status.js';
import { TASTES_RULES } from './statements/tastes.js';

/** All claim rules. */
export const RULES: readonly ClaimRule[] = [
  ...WORKS_AT_RULES,
  ...REPORTS_TO_RULES,
  ...MEMBER_OF_RULES,
  ...FOUNDED_RULES,
  ...STUDIED_AT_RULES,
  ...WORKS_ON_RULES,
  ...CREATED_RULES,
  ...USES_RULES,
  ...OWNS_RULES,
  ...LIVES_IN_RULES,
  ...BORN_IN_RULES,
  ...VISITED_RULES,
  ...LOCATED_IN_RULES,
  ...PART_OF_RULES,
  ...ATTENDED_RULES,
  ...SPOUSE_OF_RULES,
  ...ROLE_RULES,
  ...FAMILY_RULES,
  ...FRIEND_OF_RULES,
  ...COLLEAGUE_OF_RULES,
  ...KNOWS_RULES,
  ...RELATED_TO_RULES,
  ...OCCUPATION_RULES,
  ...OCCUPATION_TITLE_RULES,
  ...IDENTITY_RULES,
  ...CONTACT_RULES,
  ...STATUS_RULES,
  ...HEALTH_RULES,
  ...ABILITIES_RULES,
  ...POSSESSIONS_RULES,
  ...TASTES_RULES,
  ...DEEDS_RULES,
  ...PLANS_RULES,
  ...INSTRUCTIONS_RULES,
  ...JOB_END_RULES,
  ...DEATH_RULES,
  ...LEAVING_RULES,
  ...BIRTH_RULES,
  ...STATE_END_RULES,
];

/** Index of all claim rules by cue word. */
export const CLAIM_RULES = new RuleIndex(RULES);
