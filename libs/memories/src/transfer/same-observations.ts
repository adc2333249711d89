import { isDeepStrictEqual } from 'node:util';
import type { MemoryExtracted } from '#contracts/events.js';
import type { Observations, ReadInContext } from '#contracts/observations.js';
import { canonicalJson } from '#event-store/request-ledger.js';

/**
 * Whether two extractions with one id are one, but for what an erasure took from either: all that it found, or the
 * claims that depend on an erased memory.
 */
export function isSameExtraction(a: MemoryExtracted, b: MemoryExtracted): boolean {
  const { observations: found, ...rest } = a;
  const { observations: other, ...others } = b;
  if (!isDeepStrictEqual(rest, others)) return false;
  return found === null || other === null || haveSameContent(found, other);
}

function haveSameContent(a: Observations, b: Observations): boolean {
  const { relations, statements, ...rest } = a;
  const { relations: otherRelations, statements: otherStatements, ...others } = b;
  if (canonicalJson(rest) !== canonicalJson(others)) return false;
  const [ours, theirs] = [claimsByContent(relations, statements), claimsByContent(otherRelations, otherStatements)];
  return isErasedFrom(ours, theirs) && isErasedFrom(theirs, ours);
}

type Claims = ReadonlyMap<string, ReadInContext>;

function claimsByContent(...lists: readonly (readonly ReadInContext[])[]): Claims {
  return new Map(lists.flat().map((claim) => [canonicalJson(claim), claim]));
}

/** Whether erasures of memories explain which claims the others lack: then they have none that depends on these. */
function isErasedFrom(claims: Claims, others: Claims): boolean {
  const left = new Set([...others.values()].flatMap(({ context = [] }) => context));
  const missing = [...claims].filter(([content]) => !others.has(content));
  return missing.every(([, { context = [] }]) => context.some((id) => !left.has(id)));
}
