import type {
  AliasObservation,
  EndObservation,
  MentionObservation,
  Observations,
  RelationObservation,
  StageName,
  StatementObservation,
} from '#contracts/observations.js';
import { mergeObservations, withoutCrossingMentions } from '#contracts/merge-observations.js';
import { codePointOffsets } from '../text/code-points.js';

/** Maximum mentions, and claims, of one stage in one memory. */
export const MAX_MENTIONS = 2_000;
export const MAX_CLAIMS = 2_000;

/** Collects observations of one stage in one memory up to the limits; converts UTF-16 indices to code points. */
export class ObservationCollector {
  private readonly mentions: MentionObservation[] = [];
  private readonly relations: RelationObservation[] = [];
  private readonly statements: StatementObservation[] = [];
  private readonly aliases: AliasObservation[] = [];
  private readonly ends: EndObservation[] = [];
  private readonly spans = new Set<number>();
  private readonly offset: (utf16Index: number) => number;

  constructor(
    text: string,
    private readonly stage: StageName,
  ) {
    this.offset = codePointOffsets(text);
  }

  /** Adds a mention by its UTF-16 indices. */
  addMention(mention: Omit<MentionObservation, 'stage'>): void {
    const start = this.offset(mention.start);
    if (!this.spans.has(start) && this.spans.size >= MAX_MENTIONS) return;
    this.spans.add(start);
    this.mentions.push({ ...mention, start, end: this.offset(mention.end), stage: this.stage });
  }

  addRelation(relation: RelationObservation): void {
    if (this.claims() < MAX_CLAIMS) this.relations.push(relation);
  }

  addStatement(statement: StatementObservation): void {
    if (this.claims() < MAX_CLAIMS) this.statements.push(statement);
  }

  addAlias(alias: AliasObservation): void {
    if (this.aliases.length < MAX_CLAIMS) this.aliases.push(alias);
  }

  addEnd(end: EndObservation): void {
    if (this.ends.length < MAX_CLAIMS) this.ends.push(end);
  }

  /** Whether a limit is reached. */
  full(): boolean {
    return this.spans.size >= MAX_MENTIONS || this.claims() >= MAX_CLAIMS;
  }

  observations(): Observations {
    const { mentions, relations, statements, aliases, ends } = this;
    const merged = mergeObservations([{ mentions, relations, statements, aliases, ends }]);
    return { ...merged, mentions: withoutCrossingMentions(merged.mentions) };
  }

  private claims(): number {
    return this.relations.length + this.statements.length;
  }
}
