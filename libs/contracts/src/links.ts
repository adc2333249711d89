/** Kinds of links between two memories. */
export const LINK_KINDS = [
  'caused',
  'followed_by',
  'derived_from',
  'similar_to',
  'contradicts',
  'supports',
  'references',
  'part_of',
] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Minimum and maximum weight of a link kind: only contradictions may be negative. */
export function weightRangeOf(kind: LinkKind): readonly [number, number] {
  return kind === 'contradicts' ? [-1, 1] : [0, 1];
}
