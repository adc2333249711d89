import { type LineForm, lineFormsOf } from './line-forms.js';

const FORMS: ReadonlySet<LineForm> = new Set<LineForm>(['text', 'item', 'heading', 'blank']);

/** Whether lines of a form are people's words, not code, data or a log. */
export function isFormOfPeople(form: LineForm): boolean {
  return FORMS.has(form);
}

/** The lines of a text that are people's words. */
export function wordsOfPeople(text: string): string {
  const lines = lineFormsOf(text).before(text.length);
  if (lines.every(({ form }) => FORMS.has(form))) return text;
  const words = lines.filter(({ form }) => FORMS.has(form)).map(({ start, end }) => text.slice(start, end));
  return words.join('\n');
}
