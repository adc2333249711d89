import { ENGLISH, identifyLanguage } from '#languages/identify-language.js';

/** Language of a text that rules and models do not read; null for English and for an undetermined language. */
export function unreadLanguage(text: string): string | null {
  const language = identifyLanguage(text);
  return language === ENGLISH ? null : language;
}

/** Reason of a stage that skips a text for its language. */
export function notReadReason(language: string): string {
  return `language ${language} is not read`;
}
