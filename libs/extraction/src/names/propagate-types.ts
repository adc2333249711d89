import type { EntityType } from '#contracts/ontology.js';
import { nameForm, type Gazetteers } from './gazetteers.js';
import type { NameSpan } from './find-names.js';

/**
 * Propagates the type of a name to its later occurrences in the same memory if they have none or a less certain one,
 * and a person's type to parts of the name. Call the returned function with the names of each sentence in order.
 */
export function propagateTypes(gazetteers: Gazetteers): (names: readonly NameSpan[]) => NameSpan[] {
  const known = new Map<string, { type: EntityType; confidence: number }>();
  return (names) => {
    for (const { name, type, confidence } of names) {
      if (type === null) continue;
      learn(known, nameForm(name), type, confidence);
      if (type === 'project') learn(known, nameForm(name.replace(/^project | project$/i, '')), type, confidence * 0.9);
      if (type !== 'person') continue;
      for (const part of name.split(/\s+/)) {
        const form = nameForm(part);
        if (form.length > 2 && !gazetteers.commonWords.has(form)) learn(known, form, type, confidence * 0.9);
      }
    }
    return names.map((span) => {
      const other = known.get(nameForm(span.name));
      if (other === undefined || span.confidence >= other.confidence) return span;
      return { ...span, type: other.type, confidence: other.confidence * 0.95 };
    });
  };
}

function learn(
  known: Map<string, { type: EntityType; confidence: number }>,
  form: string,
  type: EntityType,
  confidence: number,
): void {
  const other = known.get(form);
  if (other === undefined || other.confidence < confidence) known.set(form, { type, confidence });
}
