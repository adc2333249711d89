import { wordsOfPeople } from '../genre/words-of-people.js';
import { ENGLISH, identifyLanguage } from '#languages/identify-language.js';

/**
 * Language of a text that rules and models do not read; null for English and for an undetermined language. Code, data
 * and logs in it have no language.
 */
export function unreadLanguage(text: string): string | null {
  const language = identifyLanguage(wordsOfPeople(text));
  return language === ENGLISH ? null : language;
}

/** Reason of a stage that skips a text for its language. */
export function notReadReason(language: string): string {
  return `language ${language} is not read`;
}
