import { words } from './words.js';

/** Nouns by which persons are introduced, by the relation that they state: "my sister Lena". */
export const ROLE_NOUNS = {
  sibling: words(`
  sister brother sis bro sibling twin sisters brothers siblings twins half-sister half-brother stepsister
  stepbrother
`),
  spouse: words(`
  wife husband partner spouse fiancé fiancée fiance fiancee girlfriend boyfriend hubby gf bf missus other-half
`),
  exSpouse: words('ex ex-wife ex-husband ex-girlfriend ex-boyfriend ex-partner'),
  parent: words(`
  mother parents father mum mom dad mama papa mommy daddy mummy parent stepmother stepfather stepmom stepdad
`),
  child: words(`
  son daughter kid child baby toddler firstborn stepson stepdaughter kids children sons daughters newborn little-one
  girls boys
`),
  relative: words(`
  aunt auntie uncle cousin niece nephew grandmother grandfather grandma grandpa granny grandad granddad nan grandson
  granddaughter grandchild mother-in-law father-in-law sister-in-law brother-in-law godmother godfather goddaughter
  godson godchild relative aunts uncles cousins nieces nephews grandparents grandsons granddaughters grandkids
`),
  friend: words('friend bestie buddy pal mate friends bff besties buddies mates'),
  colleague: words(`
  colleague coworker co-worker teammate workmate cofounder co-founder colleagues coworkers teammates
`),
  manager: words(`
  boss manager supervisor team-lead line-manager superior advisor adviser
`),
  acquaintance: words(`
  neighbour neighbor roommate flatmate housemate acquaintance classmate neighbours neighbors roommates flatmates
  housemates classmates schoolmate
`),
  professional: words(`
  landlord doctor gp dentist therapist physio vet landlady mentor tutor teacher coach trainer client sponsor
  hairdresser tenant lodger caterer plumber electrician solicitor nanny babysitter childminder optician midwife surgeon
  pharmacist dermatologist cardiologist psychologist psychiatrist physiotherapist counsellor chiropractor osteopath
  hygienist orthodontist dietician dietitian nutritionist
`),
} as const;

/** Kinship terms used instead of a name. */
export const UNNAMED_KIN = words('mum mom dad mummy mommy daddy grandma grandpa granny grandad granddad nan nana');

/** Kinship terms that open a sentence about a relative without a name. */
export const KIN_AS_SUBJECT = words('dad mum mom grandma grandpa granny nan mother father');

/** Nouns of unnamed persons; a later pronoun refers to them. */
export const UNNAMED_PERSON_NOUNS = words(`
  mum mom dad mother father sister brother wife husband partner boss manager doctor friend cousin aunt uncle son
  daughter kid boyfriend girlfriend neighbour neighbor guy woman man girl boy lady colleague teacher landlord
  parents grandma grandpa grandmother grandfather
`);
/** Those that refer to a person only after an article: "nice guy" is a description. */
export const GENERIC_PERSON_NOUNS = words('guy man woman girl boy lady friend colleague teacher');

/** Nouns before the name of a person, even if the name is that of a month: "my aunt April". */
export const NOUNS_BEFORE_PERSONS = words(`
  sister brother wife husband partner mother father mum mom dad son daughter aunt uncle cousin niece nephew friend
  boss colleague coworker roommate flatmate neighbour neighbor girlfriend boyfriend
`);

/** Synonyms of the nouns whose name is most often asked for. */
export const ROLE_SYNONYMS: Readonly<Record<string, string>> = {
  mother: 'mum mom mam mama',
  father: 'dad papa daddy',
  wife: 'married partner',
  husband: 'married partner',
  girlfriend: 'partner dating',
  boyfriend: 'partner dating',
  partner: 'girlfriend boyfriend wife husband',
  son: 'boy kid',
  daughter: 'girl kid',
  sister: 'sis',
  brother: 'bro',
  grandmother: 'gran granny grandma nan',
  grandfather: 'grandpa grandad granddad gramps',
  dog: 'puppy pup hound',
  cat: 'kitten',
  boss: 'manager',
  baby: 'daughter son born',
};
