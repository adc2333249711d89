import { TITLES_ANYWHERE } from '#lexicon/titles.js';
import { words } from '#lexicon/words.js';
import type { Token } from '../text/tokenizer.js';
import { surfaceForm, type NameSpan } from './find-names.js';
import { nameForm, type Gazetteers } from './gazetteers.js';

/** Legal forms at the end of companies' names, as written. */
const LEGAL_FORMS = words(
  'GmbH AG KGaA SE SARL SAS SpA SRL Srl BV NV AB ASA A/S ApS Oy Oyj Kft Zrt Ltd Ltda Inc LLC plc',
);
const CONFIDENCE = 0.8;
/** Confidence of a place's name that is no surname, too. */
const MIN_PLACE_CONFIDENCE = 0.65;

/**
 * Names of a sentence whose language is not read: those whose form says what they are in any language, by a title or
 * the legal form of a company, and places of the gazetteer inside a sentence. Capitals alone say little: German nouns
 * have them.
 */
export function namesInAnyLanguage(
  text: string,
  tokens: readonly Token[],
  names: readonly NameSpan[],
  gazetteers: Gazetteers,
): NameSpan[] {
  return names.flatMap((name): NameSpan[] => {
    const title = titleIn(tokens, name);
    if (title !== null)
      return [{ ...name, first: title, name: surfaceForm(text, tokens, title, name.last), ...typed('person') }];
    if (isCompany(tokens, name)) return [{ ...name, ...typed('organization') }];
    return isKnownPlace(name, gazetteers) ? [name] : [];
  });
}

function isCompany(tokens: readonly Token[], { first, last }: NameSpan): boolean {
  return last > first && LEGAL_FORMS.has(tokens[last]?.text ?? '');
}

function isKnownPlace({ name, type, confidence, first }: NameSpan, { places }: Gazetteers): boolean {
  return type === 'place' && confidence >= MIN_PLACE_CONFIDENCE && first > 0 && places.has(nameForm(name));
}

function typed(type: 'person' | 'organization'): Pick<NameSpan, 'type' | 'confidence'> {
  return { type, confidence: CONFIDENCE };
}

/** Token of the last title in a name that is followed by more of it; null if there is none. */
function titleIn(tokens: readonly Token[], { first, last }: NameSpan): number | null {
  for (let i = last - 1; i >= first; i -= 1) if (TITLES_ANYWHERE.has(tokens[i]?.lower ?? '')) return i;
  return null;
}
