import { words } from './words.js';

/** Abbreviations that keep their full stop, without it. */
export const ABBREVIATIONS = words(
  'dr mr mrs ms mx prof st sr jr rev hon gen col sgt capt lt inc ltd co corp vs etc mt no dept univ',
);
