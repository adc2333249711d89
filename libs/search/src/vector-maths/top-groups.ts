import { TopK } from './top-k.js';

/** The `limit` groups of rows with the highest scores, each by its best row, like `TopK`. */
export class TopGroups {
  /** Lowest possible: the best row of a group is known at the end only. */
  readonly threshold = -Infinity;
  private readonly bestScores: Float64Array;
  private readonly bestRows: Uint32Array;

  /** @param groups number of the group of each row, lower than the number of rows */
  constructor(
    private readonly limit: number,
    private readonly groups: Uint32Array,
  ) {
    this.bestScores = new Float64Array(groups.length).fill(-Infinity);
    this.bestRows = new Uint32Array(groups.length);
  }

  offer(row: number, score: number): void {
    const group = this.groups[row] ?? 0;
    if (score <= (this.bestScores[group] ?? -Infinity)) return;
    this.bestScores[group] = score;
    this.bestRows[group] = row;
  }

  /** Best rows of the best groups, best first; of equal scores the later group first. */
  sorted(): { readonly row: number; readonly score: number }[] {
    const topK = new TopK(this.limit);
    this.bestScores.forEach((score, group) => {
      if (score > -Infinity) topK.offer(group, score);
    });
    return topK.sorted().map(({ row: group, score }) => ({ row: this.bestRows[group] ?? group, score }));
  }
}
