import type { MentionObservation } from '#contracts/observations.js';

/** Mentions sorted by position, for reading sentence by sentence. */
export class MentionIndex {
  private readonly mentions: readonly MentionObservation[];
  private next = 0;

  constructor(mentions: readonly MentionObservation[]) {
    this.mentions = [...mentions].sort((a, b) => a.start - b.start);
  }

  /** Mentions within a span; spans must be requested in ascending order. */
  in(start: number, end: number): MentionObservation[] {
    const inside: MentionObservation[] = [];
    for (; this.next < this.mentions.length; this.next++) {
      const mention = this.mentions[this.next];
      if (mention === undefined || mention.start >= end) break;
      if (mention.start >= start && mention.end <= end) inside.push(mention);
    }
    return inside;
  }
}
