import type { RelationType, StatementPredicate } from '#contracts/ontology.js';

type Predicate = RelationType | StatementPredicate;

/**
 * Words by which a question asks for a predicate, as a pattern of the folded question. Unlike the cues of the graph
 * retriever, which only order evidence, these decide whether a fact is to the point, so that auxiliaries and words of
 * many meanings ("have", "from", "name") are none. A search does not depend on the flag g, by which all matches are
 * found.
 */
const CUES: Readonly<Record<Predicate, RegExp>> = {
  works_at:
    /\b(?:works?|worked|working|employ(?:s|ed|er)?|job|company|firm|hired|workplace|for a living|position|arbeitet|travaille|trabaja)\b/g,
  reports_to: /\b(?:boss|manager|supervisor|superior|reports?|reported|reporting)\b/g,
  member_of:
    /\b(?:members?|team|club|band|group|choir|belongs?|plays? (?:in|for|with)|played (?:in|for|with)|joined)\b/g,
  founded: /\b(?:found(?:ed|ers?)|started (?:the|a)|set up|established)\b/g,
  studied_at: /\b(?:stud(?:y|ied|ies|ying)|school|university|college|degree|graduated?|alma mater|uni)\b/g,
  works_on: /\b(?:work(?:s|ed|ing)? on|projects?|in charge|responsible|maintains?|owns|owner)\b/g,
  created:
    /\b(?:create[ds]?|creator|made|makes?|wrote|written|writes?|author|built|builds?|invented|designed|composed|painted)\b/g,
  uses: /\b(?:uses?|used|using|tools?|apps?|software|run on|runs on)\b/g,
  owns: /\b(?:owns?|owned|owner|pets?|dogs?|cats?|horses?|belongs?|bought|whose|animals?|(?:which|what) (?:cars?|bikes?|vans?|boats?|vehicles?)|drives?)\b/g,
  lives_in:
    /\b(?:lives?|lived|living|home|address|resides?|based|stationed|moved?|moving|flat|apartment|wohnt|wohne|abita|vive|vivo|habite|woont|bor)\b|^where(?:'s| is| are) \S+(?: \S+)?(?: now| these days| currently)?\??$/g,
  born_in: /\b(?:born|birthplace|hometown|(?:come|comes|originally|(?:is|are|am|was)(?: \S+){0,2}) from)\b/g,
  visited:
    /\b(?:visit(?:s|ed|ing)?|(?:ever|gone|been) (?:been )?to|trips?|travel(?:s|ed|led|ling)?|holidays?|vacations?|went to|go to)\b/g,
  located_in:
    /\b(?:where|located|location|place|based|headquarters|which (?:city|country|town)|what (?:city|country|town))\b/g,
  part_of: /\b(?:part of|belongs?|division|subsidiary|parent company|owned by|which (?:company|group|department))\b/g,
  attended: /\b(?:attend(?:s|ed|ing)?|went to|took part|been (?:to|at)|conferences?|events?|festival)\b/g,
  spouse_of:
    /\b(?:wife|husband|spouse|partner|girlfriend|boyfriend|fiancee?|married|marry|marries|engaged|dating|together with)\b/g,
  parent_of: /\b(?:parents?|mother|father|mom|mum|dad|sons?|daughters?|child|children|kids?|baby|tochter|sohn)\b/g,
  sibling_of: /\b(?:brothers?|sisters?|siblings?|twins?|bruder|schwester)\b/g,
  family_of: /\b(?:family|cousins?|uncles?|aunts?|grand\w+|nan|nephews?|nieces?|relatives?|in-laws?|\w+-in-law)\b/g,
  friend_of: /\b(?:friends?|buddy|buddies|mates?)\b/g,
  colleague_of: /\b(?:colleagues?|co-?workers?|teammates?|workmates?|works? with|working with)\b/g,
  knows: /\b(?:knows?|met|acquainted|acquaintances?)\b/g,
  related_to: /\b(?:connection|connected|(?:have|has|had) to do with|related to)\b/g,
  likes: /\b(?:likes?|liked|loves?|enjoys?|fond|favou?rites?|into|fan)\b/g,
  dislikes: /\b(?:dislikes?|hates?|can(?:'t|not) stand|not like|doesn't like|don't like|avoids?)\b/g,
  prefers: /\b(?:prefers?|preferred|preferences?|rather|likes? best)\b/g,
  favourite: /\b(?:favou?rites?)\b/g,
  occupation:
    /\b(?:jobs?|occupation|profession|works?|worked|working|career|for a living|role|position|beruflich|beruf)\b|\bwhat (?:do|does|did) \S+(?: \S+){0,2} do\b(?! (?:in|during) (?:my|your|his|her|their|our|the)\b| (?:for fun|when|after|if|about|with|on|at (?:the )?weekends?)\b)/g,
  age: /\b(?:how old|age|years old|turns?|alt)\b/g,
  birthday: /\b(?:birthdays?|born|birth date|date of birth|geburtstag|anniversaire)\b/g,
  nationality: /\b(?:nationality|citizen(?:ship)?|passport|(?:come|comes|originally) from)\b/g,
  email: /\b(?:e-?mails?|mail address|contact|reach)\b/g,
  phone: /\b(?:(?:phone|telephone|mobile|cell)(?: numbers?)?|call|ring|tel|contact|reach)\b/g,
  nickname: /\b(?:nicknames?|called|known as|goes by)\b/g,
  diet: /\b(?:diets?|dietary|eats?|eating|vegan|vegetarian|cook|food|meals?|dinner|lunch)\b/g,
  height: /\b(?:how tall|height)\b/g,
  status:
    /\b(?:status|positions?|role|post|married|single|retired|divorced|pregnant|title|chair(?:s|man|woman|person)?|mayor|president|treasurer|captain|secretary)\b/g,
  speaks: /\b(?:speaks?|spoken|languages?|fluent)\b/g,
  allergic_to:
    /\b(?:allerg\w+|intoleran\w+|medical|health|avoids?|stay away|can(?:'t|not) (?:have|eat)|diet\w*|eats?|cook)\b/g,
  has_condition:
    /\b(?:conditions?|ill(?:ness)?|disease|health|medical|diagnos\w+|sick|suffers?|disabilit\w+|problems?|(?:wrong|the matter) with|ails?)\b/g,
  has_skill: /\b(?:skills?|good at|talents?|instruments?|able to|know how|can \S+ (?:play|swim|speak|cook|drive))\b/g,
  hobby: /\b(?:hobby|hobbies|pastimes?|free time|spare time|interests?|for fun|weekends?)\b/g,
  has: /\b(?:do|does|did) \S+(?: \S+)? (?:still )?(?:have|own)\b|\b(?:has|own|owns) (?:an?|any|the)\b|\bpets?\b/g,
  did: /\b(?:what (?:did|has|have)|happen(?:s|ed)?|events?|became of|been up to|news|when did|who)\b/g,
  plans: /\b(?:plans?|planned|planning|going to|will|next|upcoming|intends?|future|when (?:is|are|does|do))\b/g,
  instruction:
    /\b(?:rules?|instructions?|instructed|should|always|never|reminders?|how (?:do|should|can|must|shall)|written|write|writing|answers?|repl(?:y|ies)|format(?:ted)?|allowed|ok to|okay to|style)\b/g,
};

/** Predicates of one matter: whether somebody likes a thing is answered by their dislike of it. */
const TASTES = ['likes', 'dislikes', 'prefers', 'favourite'] as const;
const TASTE_CUES = new RegExp(TASTES.map((taste) => CUES[taste].source).join('|'), 'g');
const NOT_LIKE = /\b(?:\w+n't|not|cannot)\b(?: \S+){0,3} (?:likes?|stand)\b/;

function isTaste(predicate: string): boolean {
  return (TASTES as readonly string[]).includes(predicate);
}

/** Whether a folded question asks for a predicate; one that a deployment added is asked for by its name. */
export function isAskedFor(predicate: string, question: string): boolean {
  if (isTaste(predicate) && NOT_LIKE.test(question)) return predicate === 'dislikes';
  if (Object.hasOwn(CUES, predicate)) return question.search(CUES[predicate as Predicate]) >= 0;
  return question.includes(predicate.replaceAll('_', ' '));
}

/** Whether a folded question asks for a predicate of the same matter: for what is liked, where a dislike is stated. */
export function isMatterAskedFor(predicate: string, question: string): boolean {
  return isTaste(predicate) && TASTES.some((taste) => isAskedFor(taste, question));
}

/** The words of a folded question that ask for a predicate. */
export function cueWords(predicate: string, question: string): string {
  if (!Object.hasOwn(CUES, predicate)) return predicate.replaceAll('_', ' ');
  return [...question.matchAll(isTaste(predicate) ? TASTE_CUES : CUES[predicate as Predicate])]
    .map(([words]) => words)
    .join(' ');
}

/** Predicates of which a subject has few values, each of which answers: what else a question says narrows it little. */
export const CLOSED_PREDICATES: ReadonlySet<string> = new Set<Predicate>([
  ...(['works_at', 'reports_to', 'lives_in', 'born_in', 'located_in', 'spouse_of', 'studied_at'] as const),
  ...(['parent_of', 'sibling_of', 'occupation', 'age', 'birthday', 'nationality', 'email', 'phone'] as const),
  ...(['nickname', 'diet', 'height', 'speaks', 'allergic_to'] as const),
]);

/** Predicates of which a question asks for nothing else: no other fact with words of it answers. */
const SINGLE_VALUES = ['age', 'birthday', 'phone', 'email', 'height', 'nationality', 'occupation'] as const;

/** Whether a folded question asks for a value that only facts of its predicate give. */
export function asksForSingleValue(question: string): boolean {
  return /^\W*where\b/.test(question) || SINGLE_VALUES.some((predicate) => isAskedFor(predicate, question));
}

/** A noun that names somebody by a relation to somebody else. */
interface RelationalNoun {
  readonly predicate: Predicate;
  readonly noun: RegExp;
  /** The end of the relation at which the noun's possessor stands; both for a symmetric relation. */
  readonly possessor: 'subject' | 'object' | 'both';
}

export const RELATIONAL_NOUNS: readonly RelationalNoun[] = [
  {
    predicate: 'reports_to',
    possessor: 'subject',
    // A manager may be of packages.
    noun: /(?:'s?|\b(?:my|his|her|their|our))\s(?:(?:new|old|current|former|previous|last|first|next|direct|line|own|immediate|big)\s)?(?:boss|manager|supervisor|superior)\b|\b(?:boss|manager|supervisor|superior)\sof\b/,
  },
  {
    predicate: 'spouse_of',
    possessor: 'both',
    noun: /\b(?:wife|husband|spouse|partner|girlfriend|boyfriend|fiancee?)\b/,
  },
  { predicate: 'parent_of', possessor: 'object', noun: /\b(?:parents?|mother|father|mom|mum|dad)\b(?!-in-law)/ },
  {
    predicate: 'parent_of',
    possessor: 'subject',
    noun: /\b(?:sons?|daughters?|child|children|kids?|baby|tochter|sohn)\b(?!-in-law)/,
  },
  {
    predicate: 'sibling_of',
    possessor: 'both',
    noun: /\b(?:brothers?|sisters?|siblings?|twins?|bruder|schwester)\b(?!-in-law)/,
  },
  { predicate: 'friend_of', possessor: 'both', noun: /\bfriends?\b/ },
  { predicate: 'colleague_of', possessor: 'both', noun: /\b(?:colleagues?|co-?workers?|teammates?)\b/ },
  {
    predicate: 'family_of',
    possessor: 'both',
    noun: /\b(?:cousins?|uncles?|aunts?|grand\w+|nephews?|nieces?|\w+-in-law)\b/,
  },
  {
    predicate: 'owns',
    possessor: 'subject',
    noun: /(?:'s?|\b(?:my|his|her|their|our))\s(?:\w+\s)?(?:dogs?|cats?|horses?|pets?)\b/,
  },
];
