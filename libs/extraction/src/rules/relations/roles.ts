import type { EntityType, RelationType } from '#contracts/ontology.js';
import type { RelationRule, RuleOptions } from '../language/claim-rule.js';
import { ROLE_NOUNS } from '#lexicon/kinship.js';
import { words } from '#lexicon/words.js';
import { VOCABULARIES } from '../language/vocabulary.js';

/** Role of a person or pet for somebody: "my sister Lena", "Lena is Ana's sister". */
interface Role {
  readonly relation: RelationType;
  readonly nouns: ReadonlySet<string>;
  /** The named person is the start of the relation: "my mother Ana" gives Ana parent_of me. */
  readonly inverse?: true;
  readonly polarity?: 'ended';
  readonly toType?: EntityType;
}

const ROLES: readonly Role[] = [
  { relation: 'sibling_of', nouns: ROLE_NOUNS.sibling },
  { relation: 'spouse_of', nouns: ROLE_NOUNS.spouse },
  { relation: 'spouse_of', nouns: ROLE_NOUNS.exSpouse, polarity: 'ended' },
  { relation: 'parent_of', nouns: ROLE_NOUNS.parent, inverse: true },
  { relation: 'parent_of', nouns: ROLE_NOUNS.child },
  { relation: 'family_of', nouns: ROLE_NOUNS.relative },
  { relation: 'friend_of', nouns: ROLE_NOUNS.friend },
  { relation: 'colleague_of', nouns: ROLE_NOUNS.colleague },
  { relation: 'reports_to', nouns: ROLE_NOUNS.manager },
  { relation: 'knows', nouns: ROLE_NOUNS.acquaintance },
  { relation: 'related_to', nouns: ROLE_NOUNS.professional },
  { relation: 'owns', nouns: VOCABULARIES.pet, toType: 'animal' },
];

const BE = words("is 's was are 're were");
/** Relations that last for life. */
const KIN: ReadonlySet<RelationType> = new Set(['sibling_of', 'parent_of', 'family_of']);

/** Rules for family, friends, colleagues, acquaintances and pets by their role nouns: six for each role. */
export const ROLE_RULES: readonly RelationRule[] = ROLES.flatMap((role) => [
  formerRole(role),
  roleBeforeName(role),
  roleOfNamed(role),
  roleOfMine(role),
  nameBeforeRole(role),
  roleInApposition(role),
]);

/** Former roles: "my former boss Silvia", "my ex-colleague Silvia". */
function formerRole(role: Role): RelationRule {
  const { nouns, noun, claim } = wordsOf({ ...role, polarity: 'ended' });
  const past = [...role.nouns].map((word) => `ex-${word}`).join('|');
  // A marriage ends by death; other kin remain.
  const former = role.relation === 'spouse_of' ? 'former|ex|late' : 'former|ex';
  return {
    ...claimOf(role),
    polarity: 'ended',
    patterns: {
      [`P ${former} ${nouns} ,? B`]: `My former ${noun} Tolu called => ${claim}`,
      [`P ${past} ,? B`]: `My ex-${noun} Tolu called => ${claim}`,
      [`B , P ${former} ${nouns}`]: `I saw Tolu, my former ${noun} => ${claim}`,
      [`B {be} P ${former} ${nouns}`]: `Tolu is my former ${noun} => ${claim}`,
      [`B {be} P ${past}`]: `Tolu is my ex-${noun} => ${claim}`,
    },
    counterExamples: [`Tolu is not my ex-${noun}.`, `Is Tolu my former ${noun}?`],
  };
}

function roleBeforeName(role: Role): RelationRule {
  const { nouns, noun, claim } = wordsOf(role);
  return {
    ...claimOf(role),
    patterns: {
      [`P @adj? @adj? ${nouns} {be} called|named? B`]: `My ${noun} is called Tolu => ${claim}`,
      [`P @adj? @adj? ${nouns} 's name is|was B`]: `My ${noun}'s name is Tolu => ${claim}`,
      [`P @adj? @adj? ${nouns} , called|named? B`]: `My ${noun}, named Tolu, called => ${claim}`,
      [`P @adj? ${nouns} , who .. is B`]: `My ${noun}, who by now is Tolu, called => ${claim}`,
      [`P @adj? @adj? ${nouns} from|at|in .. , B`]: `My ${noun} from back home, Tolu, called => ${claim}`,
      [`P @adj? @adj? ${nouns} {be} : B`]: `My ${noun} is: Tolu => ${claim}`,
    },
    counterExamples: [`Is my ${noun} called Tolu?`],
  };
}

/** A name beside its role: that somebody has it is taken for granted, even in a question. */
function roleOfNamed(role: Role): RelationRule {
  const { nouns, noun, claim } = wordsOf(role);
  return {
    ...claimOf(role),
    presupposed: true,
    patterns: {
      [`P @adj? @adj? ${nouns} ,? B`]: `Can you call my dear old ${noun} Tolu? => ${claim}`,
      [`P @adj? @adj? ${nouns} ( B )`]: `My ${noun} (Tolu) called => ${claim}`,
      [`P @adj? ${nouns} and @adj? ${nouns} ,? B`]: `My ${noun} and ${noun} Tolu called => ${claim}`,
    },
    counterExamples: [`"You know that my ${noun} Tolu called", she said.`, `Tolu is not my ${noun}.`],
  };
}

function roleOfMine(role: Role): RelationRule {
  const { nouns, noun, claim } = wordsOf(role);
  return {
    ...claimOf(role),
    subjectIsSpeaker: true,
    patterns: {
      [`@det? @adj? ${nouns} of mine ,? called|named? B`]: `An old ${noun} of mine, Tolu, called => ${claim}`,
      [`B {be} @det? @adj? ${nouns} of mine`]: `Tolu is a ${noun} of mine => ${claim}`,
      [`B , @det? @adj? ${nouns} of mine`]: `I saw Tolu, an old ${noun} of mine => ${claim}`,
    },
    counterExamples: [`Is Tolu a ${noun} of mine?`],
  };
}

function nameBeforeRole(role: Role): RelationRule {
  const { nouns, noun, claim } = wordsOf(role);
  return {
    ...claimOf(role),
    notBeforeName: true,
    patterns: {
      [`B ( P @adj? @adj? ${nouns} )`]: `I saw Tolu (my ${noun}) => ${claim}`,
      [`B {be} P @adj? @adj? ${nouns}`]: `Tolu is my ${noun} => ${claim}`,
      [`B , who {be} P @adj? ${nouns}`]: `I saw tolu, who is my ${noun} => ${claim.replace('Tolu', 'tolu')}`,
    },
    counterExamples: [`Tolu is not my ${noun}.`],
  };
}

function roleInApposition(role: Role): RelationRule {
  const { nouns, noun, claim } = wordsOf(role);
  return {
    ...claimOf(role),
    notBeforeName: true,
    // "Tolu left, my boss is Ana".
    notBefore: BE,
    patterns: { [`B , P @adj? @adj? ${nouns}`]: `I saw Tolu, my dear old ${noun} => ${claim}` },
    counterExamples: [`I saw Oslo, my ${noun} is nice.`],
  };
}

/** Nouns of a role as alternatives of a pattern, the one of the examples, and what these claim of Maya and Tolu. */
function wordsOf({ relation, nouns, inverse, polarity }: Role) {
  const link = polarity === 'ended' ? `no longer ${relation}` : relation;
  const claim = inverse ? `Tolu ${link} Maya` : `Maya ${link} Tolu`;
  return { nouns: [...nouns].join('|'), noun: [...nouns][0] ?? '', claim };
}

function claimOf({ relation, inverse, polarity, toType }: Role): RuleOptions & { readonly relation: RelationType } {
  return {
    // "Ana was my boss", but whoever was an aunt is one.
    ...{ relation, past: KIN.has(relation) ? 'asserted' : 'ended', undated: true, forcesType: true },
    ...(inverse ? { inverse } : {}),
    ...(polarity ? { polarity } : {}),
    ...(toType ? { toType } : {}),
  };
}
