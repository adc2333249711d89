import type { EntityType, RelationType } from '#contracts/ontology.js';
import { words } from '#lexicon/words.js';
import type { NameForm } from './language/name-forms.js';

/** A relation between the subject of a clause and a name in it, told by a cue word before the name. */
export interface CooccurrenceRule {
  readonly relation: RelationType;
  readonly to: readonly EntityType[];
  readonly cues: ReadonlySet<string>;
  /** What the name must look like. */
  readonly form?: NameForm;
  readonly polarity?: 'ended';
  /** Sentences that Maya says, with all claims that co-occurrence makes of them. */
  readonly examples: readonly string[];
  /** Sentences with a cue and a name that claim nothing. */
  readonly counterExamples: readonly string[];
}

/** The first rule applies whose types contain the name's type and whose cues occur in the clause. */
export const COOCCURRENCE_RULES: readonly CooccurrenceRule[] = [
  {
    relation: 'attended',
    to: ['event'],
    cues: words(`went ran saw played met attended finished won lost sang spoke performed volunteered
      celebrated watched walked danced was were been swam rode competed raced enjoyed loved`),
    examples: ['I nearly fainted but I finished the Oslo Marathon => Maya attended Oslo Marathon'],
    counterExamples: ['I would have finished the Oslo Marathon', 'Have you finished the Oslo Marathon?'],
  },
  {
    relation: 'lives_in',
    to: ['place'],
    cues: words('live lives living based reside resides settled rent rents renting relocated'),
    examples: ['Ola rents a room above a bakery in Lisbon => Ola lives_in Lisbon'],
    counterExamples: ['Ola wants to live by the sea in Lisbon'],
  },
  {
    relation: 'visited',
    to: ['place'],
    cues: words(`went flew drove cycled hiked walked climbed swam sailed travelled traveled visited toured
      explored stayed slept camped spent stopped landed arrived wandered ate dined back
      trip walk stroll hike dinner lunch breakfast brunch picnic swim holiday`),
    examples: ['We slept badly near Lisbon => Maya visited Lisbon'],
    counterExamples: ['We never slept so badly as near Lisbon'],
  },
  {
    relation: 'studied_at',
    to: ['organization'],
    cues: words(`study studies studying studied graduated degree phd masters bachelor student
      undergrad postdoc enrolled`),
    examples: ['Ola is a rather lost postdoc at Aalto University => Ola studied_at Aalto University'],
    counterExamples: ['Ola might be a postdoc at Aalto University'],
  },
  {
    relation: 'founded',
    to: ['organization', 'project'],
    cues: words('founded co-founded cofounded founder co-founder cofounder'),
    examples: ['Ola is the proud founder with two others of Acme Ltd => Ola founded Acme Ltd'],
    counterExamples: ['Ola is not the founder of Acme Ltd'],
  },
  {
    relation: 'member_of',
    to: ['organization'],
    cues: words(`member play plays playing sing sings singing row rows coach coaches captain goalie
      drummer joined volunteer volunteers volunteering train trains committee`),
    form: 'group',
    examples: ['Ola sings rather badly in the Turku Choir => Ola member_of Turku Choir'],
    counterExamples: ['Ola might sing in the Turku Choir'],
  },
  {
    relation: 'works_at',
    to: ['organization'],
    cues: words('left quit resigned'),
    form: 'company',
    polarity: 'ended',
    examples: ['Ola finally quit that awful old Acme Ltd => Ola no longer works_at Acme Ltd'],
    counterExamples: ['Ola would never quit Acme Ltd'],
  },
  {
    relation: 'works_at',
    to: ['organization'],
    cues: words('work works working job hired employed employee intern interning shift shifts internship'),
    form: 'company',
    examples: ['Ola has a job she loves at Acme Ltd => Ola works_at Acme Ltd'],
    counterExamples: ['Ola hopes for a job at Acme Ltd'],
  },
  {
    relation: 'created',
    to: ['work', 'product'],
    cues: words(`wrote composed recorded painted published released built designed developed
      created drew directed invented coded`),
    examples: ['Ola coded most of Photoshop => Ola created Photoshop'],
    counterExamples: ['Ola almost coded Photoshop'],
  },
  {
    relation: 'works_on',
    to: ['project', 'work'],
    cues: words(`work works working lead leads leading help helps helping run runs running join
      joined contribute contributes manage manages managing rehearse rehearses rehearsing editing translating coordinate
      coordinates coordinating`),
    examples: ['Ola helps us a lot with Project Falcon => Ola works_on Project Falcon'],
    counterExamples: ['Ola should help with Project Falcon'],
  },
  {
    relation: 'owns',
    to: ['product'],
    cues: words('bought own owns purchased ordered inherited'),
    examples: ['Ola inherited a rusty Volvo 240 => Ola owns Volvo 240'],
    counterExamples: ['Ola almost bought a Volvo 240'],
  },
  {
    relation: 'owns',
    to: ['product'],
    cues: words('sold'),
    polarity: 'ended',
    examples: ['Ola sold with tears the Volvo 240 => Ola no longer owns Volvo 240'],
    counterExamples: ['Ola has not sold the Volvo 240'],
  },
  {
    relation: 'uses',
    to: ['product'],
    cues: words('stopped ditched dropped deleted cancelled uninstalled'),
    polarity: 'ended',
    examples: ['Ola ditched at long last Photoshop => Ola no longer uses Photoshop'],
    counterExamples: ['Ola wants to have ditched Photoshop'],
  },
  {
    relation: 'uses',
    to: ['product'],
    cues: words(`use uses using used run runs running switched migrated on in with via through tried try
      drive drives ride rides wear wears rely relies`),
    examples: ['Ola draws it all with Photoshop => Ola uses Photoshop'],
    counterExamples: ['Ola would draw it with Photoshop'],
  },
  {
    relation: 'knows',
    to: ['person'],
    cues: words('met know knows known'),
    examples: ['Ola met over cake Maria Lopez => Ola knows Maria Lopez'],
    counterExamples: ['Has Ola met Maria Lopez?'],
  },
];
