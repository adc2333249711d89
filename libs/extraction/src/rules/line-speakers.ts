import type { NameRef } from '#contracts/observations.js';
import { NoteTopic } from '../genre/note-topic.js';
import { hasFirstPerson, labelEnd, type Reading } from '../genre/reading.js';
import type { NameSpan } from '../names/find-names.js';
import type { Token } from '../text/tokenizer.js';
import type { OmittedSubject } from './implied-subjects.js';

/** Whose words the sentences of a memory are, line by line. */
export class LineSpeakers {
  private readonly topic = new NoteTopic();
  private label: { readonly line: number; readonly speaker: NameRef } | null = null;

  constructor(
    private readonly text: string,
    private readonly reading: Reading,
  ) {}

  /** Whom "I" refers to in a sentence: who is named before its line ("Ana: I'm late"), else the memory's speaker. */
  speakerIn(tokens: readonly Token[], names: readonly NameSpan[]): NameRef | null {
    const line = this.lineOf(tokens);
    const colon = labelEnd(this.text, tokens);
    const isLabel = ({ first, last, type }: NameSpan) =>
      colon !== null && last === colon - 1 && type === 'person' && !hasLetters(tokens.slice(0, first));
    const named = names.find(isLabel);
    if (named) this.label = { line, speaker: { type: 'person', name: named.name } };
    if (this.label?.line === line) return this.label.speaker;
    const { speaker, impliesSpeaker } = this.reading;
    return impliesSpeaker || hasFirstPerson(this.reading, tokens) ? speaker : null;
  }

  /** Whom a clause without a subject is about. */
  omitted(tokens: readonly Token[]): OmittedSubject {
    if (this.label?.line === this.lineOf(tokens)) return this.label.speaker;
    return this.reading.impliesSpeaker ? 'speaker' : this.topic.person;
  }

  /** Goes on to the sentence after this one. */
  advance(tokens: readonly Token[], names: readonly NameSpan[]): void {
    this.topic.advance(tokens, names);
  }

  /** Start of the line of a sentence. */
  private lineOf(tokens: readonly Token[]): number {
    return this.reading.forms.at(tokens[0]?.start ?? 0).start;
  }
}

function hasLetters(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => /\p{L}/u.test(text));
}
