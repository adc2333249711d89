import leven from 'leven';

/** Names of a request that are repeated in a message, or compared, are cut to this length. */
export const MAX_SHOWN = 64;

/**
 * The known name with the fewest edits, at most one for each three letters; else one that contains the name or is
 * contained in it. Of names with equally many edits, one of which only letters are missing goes first: `ge` is `gte`
 * rather than `gt`.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const shown = name.slice(0, MAX_SHOWN).toLowerCase();
  const most = Math.max(1, Math.floor(shown.length / 3));
  const [best] = known
    .map((one) => ({ one, edits: leven(shown, one, { maxDistance: most + 1 }) + (isShortOf(shown, one) ? 0 : 0.5) }))
    .filter(({ edits }) => edits < most + 1)
    .sort((a, b) => a.edits - b.edits);
  return best?.one ?? known.find((one) => shown.length > 3 && (one.includes(shown) || shown.includes(one)));
}

/** Whether a name has only letters of another one, in their order. */
function isShortOf(name: string, known: string): boolean {
  let at = 0;
  for (const letter of known) if (letter === name[at]) at += 1;
  return at === name.length;
}
