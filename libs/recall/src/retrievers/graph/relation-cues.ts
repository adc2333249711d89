import type { RelationType, StatementPredicate } from '#contracts/ontology.js';
import { termsOf } from '#search/terms/terms.js';

/** Cue words by which a question asks for a relation, from either end. */
const RELATION_CUES: Readonly<Record<RelationType, string>> = {
  works_at: 'work works job employer employed company firm office employ hired career',
  reports_to: 'boss manager report reports supervisor lead leads manages managed',
  member_of: 'member team club group band belongs joined',
  founded: 'founded founder founders started startup established company',
  studied_at: 'study studied school university college degree student graduate alma',
  works_on: 'project working work building developing',
  created: 'made created wrote built author creator painted composed designed invented',
  uses: 'use uses using tool app software phone laptop drive drives',
  owns: 'own owns owner pet dog cat car bought has belongs',
  lives_in: 'live lives living home city town country moved move reside based apartment house',
  born_in: 'born birthplace hometown from origin grew',
  visited: 'visit visited trip travel travelled traveled vacation holiday went been',
  located_in: 'where located location place city country',
  part_of: 'part belongs within division',
  attended: 'attend attended event went conference concert party wedding festival',
  spouse_of: 'wife husband spouse married partner marriage',
  parent_of: 'parent mother father mom mum dad son daughter child children kid kids parents',
  sibling_of: 'brother sister sibling siblings brothers sisters twin',
  family_of: 'family cousin uncle aunt grandmother grandfather grandma grandpa nephew niece relative',
  friend_of: 'friend friends buddy bestie',
  colleague_of: 'colleague coworker colleagues coworkers teammate',
  knows: 'know knows met meet acquaintance',
  related_to: 'related relation connection connected',
};

const PREDICATE_CUES: Readonly<Record<StatementPredicate, string>> = {
  likes: 'like likes love loves enjoy enjoys favorite favourite fond',
  dislikes: 'dislike dislikes hate hates',
  prefers: 'prefer prefers preference rather',
  favourite: 'favorite favourite best',
  occupation: 'job work occupation profession living career role position',
  age: 'old age',
  birthday: 'birthday born birth',
  nationality: 'nationality country from',
  email: 'email mail address',
  phone: 'phone number telephone call',
  nickname: 'nickname called name',
  diet: 'diet eat vegetarian vegan food',
  height: 'tall height',
  status: 'status single married relationship',
  speaks: 'speak speaks language languages',
  allergic_to: 'allergy allergic allergies',
  has_condition: 'condition illness disease health sick diagnosed',
  has_skill: 'skill skills good able',
  hobby: 'hobby hobbies pastime interest interests',
  has: 'have has own owns',
  did: 'did happened event went',
  plans: 'plan plans planning going upcoming',
  instruction: 'instruction always remind remember rule',
};

const relationTerms = termSets(RELATION_CUES);
const predicateTerms = termSets(PREDICATE_CUES);

/** Whether one of the question's terms is a cue word of this relation. */
export function isRelationRequested(type: string, terms: ReadonlySet<string>): boolean {
  return intersects(relationTerms.get(type), terms);
}

/** Whether one of the question's terms is a cue word of this predicate. */
export function isPredicateRequested(predicate: string, terms: ReadonlySet<string>): boolean {
  return intersects(predicateTerms.get(predicate), terms);
}

function termSets(cues: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(cues).map(([name, words]) => [name, new Set(termsOf(words))]));
}

function intersects(cues: ReadonlySet<string> | undefined, terms: ReadonlySet<string>): boolean {
  return cues !== undefined && [...terms].some((term) => cues.has(term));
}
