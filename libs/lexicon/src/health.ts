import { phrases, words } from './words.js';

const INJURIES = words('bad sore broken torn sprained fractured dislocated frozen weak');
/** Parts of the body that are often injured. */
const JOINTS = words(`
  ankle wrist knee back shoulder hip leg arm foot toe finger rib elbow ligament tendon neck hand collarbone meniscus
  throat
`);
/** Parts of the body, which alone are no condition. */
export const BODY_PARTS: ReadonlySet<string> = new Set([
  ...JOINTS,
  ...words(`
    ankles wrists knees shoulders hips legs arms feet toes fingers ribs elbows hands head skin eye eyes ear ears tooth
    teeth heart lung lungs liver kidney kidneys stomach bladder thyroid heel heels blood chest spine rotator cuff
    bone bones
  `),
]);
/** Tests, measures and what is done about a condition. */
export const MEDICAL_TESTS = words(`
  mri ct xray x-ray scan scans biopsy bloods bp tsh ecg ultrasound test tests review reviewed recheck obs temp
  temperature potassium sodium glucose dose tablet tablets pills pill meds medication antibiotics injection operation
  op surgery appointment referral plaster cast hba1c remission
`);
/** What prevents, finds or treats a condition, as a noun behind its name: "flu jab", "diabetes clinic". */
export const PREVENTION = words(`
  jab jabs shot shots vaccine vaccination vaccinations booster test tests testing screening screenings check checks
  checkup risk risks scare awareness charity clinic ward nurse research drug drugs meds medication tablets pills
`);
/** Ailments: an injured part of the body ("torn ligament"), and others. */
export const AILMENTS: ReadonlySet<string> = new Set([
  ...[...INJURIES].flatMap((how) => [...JOINTS].map((part) => `${how} ${part}`)),
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
  blind, parkinson's, parkinson's disease, alzheimer's, alzheimer's disease, dementia, vascular dementia, copd,
  heart failure, heart disease, kidney failure, kidney disease, liver disease, multiple sclerosis, ms, angina,
  atrial fibrillation, osteoporosis, osteoarthritis, rheumatoid arthritis, sleep apnoea, glaucoma, cataracts, a cataract,
  hearing loss, high cholesterol, long covid, pneumonia, bronchitis, shingles, pcos, ocd, ptsd, bipolar, bipolar disorder,
  schizophrenia, an eating disorder, hepatitis, hiv, tendonitis, tendinitis, bursitis, plantar fasciitis, whiplash,
  concussion, a concussion, a hernia, a slipped disc, appendicitis, gallstones, kidney stones, a stomach ulcer, vitiligo,
  acne, iron deficiency, a b12 deficiency, b12 deficiency, vitamin d deficiency, a vitamin d deficiency, thrombosis, dvt,
  pre-eclampsia, gestational diabetes, prediabetes, hypothyroidism, an underactive thyroid, an overactive thyroid,
  narcolepsy, restless legs, tourette's, down syndrome, down's syndrome, cystic fibrosis, cerebral palsy,
  sickle cell disease, sickle cell anaemia, haemophilia, leukaemia, leukemia, lymphoma, breast cancer, prostate cancer,
  lung cancer, skin cancer, bowel cancer, hay-fever, a food allergy, tonsillitis, glandular fever, chronic fatigue,
  chronic pain, carpal tunnel, carpal tunnel syndrome, frozen shoulder, a sprained ankle, a sprain, a fracture,
  coeliac's, lactose intolerant, lactose-intolerant, lactose intolerance, burnout, postnatal depression, a stutter, a stammer
`);

/** Foods and drinks that a diet leaves out. */
export const LEFT_OUT = words(`
  meat fish pork beef lamb chicken poultry dairy gluten wheat sugar eggs seafood shellfish nuts carbs animal animals red
  processed
`);

/** Diets, as nouns and adjectives. */
export const DIETS = phrases(`
  vegan, vegetarian, pescatarian, flexitarian, gluten-free, gluten free,
  plant-based, low-carb, low carb, low-fodmap,
  keto, halal, kosher, dairy-free, dairy free, a vegan, a vegetarian, a pescatarian
`);
