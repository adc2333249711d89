import { phrases, words } from './words.js';

const INJURIES = words('bad sore broken torn sprained fractured dislocated frozen weak');
const BODY_PARTS = words(`
  ankle wrist knee back shoulder hip leg arm foot toe finger rib elbow ligament tendon neck hand collarbone meniscus
  throat
`);
/** Ailments: an injured part of the body ("torn ligament"), and others. */
export const AILMENTS: ReadonlySet<string> = new Set([
  ...[...INJURIES].flatMap((how) => [...BODY_PARTS].map((part) => `${how} ${part}`)),
  ...phrases('ear infection, sinus infection, chest infection, heart condition, slipped disc, concussion, hernia'),
]);

/** Lasting and passing conditions, as nouns and adjectives. */
export const CONDITIONS = phrases(`
  asthma, diabetes, type 1 diabetes, type 2 diabetes, adhd, add, autism, epilepsy, eczema, psoriasis, arthritis,
  migraines, migraine, insomnia, anxiety, depression, celiac, celiac disease, coeliac, coeliac disease, crohn's,
  crohn's disease, hypertension, high blood pressure, low blood pressure, hay fever, tinnitus, scoliosis, sciatica,
  anemia, anaemia, dyslexia, dyspraxia, lupus, fibromyalgia, endometriosis, ibs, gout, vertigo, chickenpox, cancer,
  covid, the flu, a cold, a bad back, a bad knee, a broken arm, a broken leg, sleep apnea, rosacea, diabetes type 2,
  diabetes type 1, diabetic, asthmatic, epileptic, autistic, dyslexic, colour-blind, colorblind, color blind, deaf,
  blind
`);

/** Diets, as nouns and adjectives. */
export const DIETS = phrases(`
  vegan, vegetarian, pescatarian, flexitarian, gluten-free, gluten free, lactose intolerant, lactose-intolerant,
  keto, halal, kosher, dairy-free, dairy free, a vegan, a vegetarian, a pescatarian
`);
