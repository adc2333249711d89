import type { NameRef } from '#contracts/observations.js';
import type { NameSpan } from '../names/find-names.js';
import type { Token } from '../text/tokenizer.js';

/** Tokens before a name that heads a line: a list mark, a time, "re". */
const BEFORE_HEAD = /^(?:[^\p{L}]+|re|about|for|pt|patient|client|resident)$/iu;

/**
 * Tracks whom a note is about: the person who heads its latest line or sentence, until another person is named. Then it
 * is unclear until the next head. Reads a memory sentence by sentence.
 */
export class NoteTopic {
  private topic: NameRef | null = null;

  /** The person that a clause without a subject is about; null if that is not clear. */
  get person(): NameRef | null {
    return this.topic;
  }

  /** Records a sentence that has been read, with its names in order. */
  advance(tokens: readonly Token[], names: readonly NameSpan[]): void {
    for (const { name, type, first } of names) {
      if (type !== 'person') continue;
      const heads = tokens.slice(0, first).every(({ text }) => BEFORE_HEAD.test(text));
      if (heads) this.topic = { type: 'person', name };
      else if (this.topic !== null && !isPartOf(name, this.topic.name)) this.topic = null;
    }
  }
}

function isPartOf(name: string, whole: string): boolean {
  return whole.split(/\s+/).includes(name.split(/\s+/).at(-1) ?? '');
}
