import {
  BODY_DEEDS,
  CRAFTS,
  DEEDS,
  GAINS,
  GAMES,
  MEALS,
  MISHAPS,
  SCHEDULED,
  SCHEDULING,
  SPORTS,
  SUFFERED,
  VOICES,
} from '#lexicon/activities.js';
import { DAY_WORDS } from '#lexicon/calendar.js';
import { ADJECTIVES, DETERMINERS } from '#lexicon/function-words.js';
import { AILMENTS, CONDITIONS, DIETS, LEFT_OUT } from '#lexicon/health.js';
import { JOB_QUALIFIERS, JOBS, OFFICES, TRADES } from '#lexicon/jobs.js';
import { LANGUAGES, NATIONALITIES } from '#lexicon/nationalities.js';
import { BACKERS, ENSEMBLES } from '#lexicon/organizations.js';
import { AGES } from '#lexicon/numbers.js';
import { PETS } from '#lexicon/pets.js';
import { AIDS, APPS, INSTRUMENTS, LIVESTOCK, POSSESSIONS, WORKS } from '#lexicon/possessions.js';
import { STATES } from '#lexicon/states.js';

/** Vocabularies by the name that patterns use. */
export const VOCABULARIES = {
  det: DETERMINERS,
  adj: ADJECTIVES,
  job: JOBS,
  office: OFFICES,
  trade: TRADES,
  qualifier: JOB_QUALIFIERS,
  craft: CRAFTS,
  sport: SPORTS,
  game: GAMES,
  ailment: AILMENTS,
  voice: VOICES,
  state: STATES,
  diet: DIETS,
  condition: CONDITIONS,
  instrument: INSTRUMENTS,
  possession: POSSESSIONS,
  nationality: NATIONALITIES,
  language: LANGUAGES,
  age: AGES,
  meal: MEALS,
  pet: PETS,
  deed: DEEDS,
  bodydeed: BODY_DEEDS,
  suffered: SUFFERED,
  mishap: MISHAPS,
  gain: GAINS,
  scheduled: SCHEDULED,
  scheduling: SCHEDULING,
  when: DAY_WORDS,
  left_out: LEFT_OUT,
  aid: AIDS,
  livestock: LIVESTOCK,
  work: WORKS,
  app: APPS,
  ensemble: ENSEMBLES,
  backer: BACKERS,
} as const;
export type VocabularyName = keyof typeof VOCABULARIES;
