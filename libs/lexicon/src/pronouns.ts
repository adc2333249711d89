import { words } from './words.js';

/** Pronouns and possessives of whoever speaks. */
export const FIRST_PERSON = words('i we me us my our');
/** Pronouns and possessives of persons named before. */
export const THIRD_PERSON = words('he she him her his they their them');
/** Pronouns that are subjects. */
export const SUBJECT_PRONOUNS = words('i we he she they');
/** Possessives before what belongs to a person. */
export const POSSESSIVES = words('my our his her their');
/** Words by which a question refers to whoever asks. */
export const SELF_REFERENCES = words('i me my mine myself im ive');
