import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const DOCUMENT = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));

/** A Markdown table; columns after the first are numbers and stand to the right. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = header.map((_, i) => (i === 0 ? '---' : '---:'));
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Machine and versions of a run, in one line. */
export function machineLine(services: readonly string[], now: Date): string {
  const [cpu] = cpus();
  const machine = `${String(cpus().length)} cores (${cpu?.model.trim() ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB memory`;
  return `${now.toISOString().slice(0, 10)}; ${machine}; Node ${process.versions.node}; ${services.join('; ')}.`;
}

/** A number with its significant digits. NaN and null give a dash. */
export function figure(value: number | null, digits = 0): string {
  if (value === null || Number.isNaN(value)) return '–';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Whether a goal was reached, in words. */
export function goalLine(what: string, ratio: number, goal: number): string {
  return `- ${what}: **${figure(ratio, 2)}×** (goal ≥ ${String(goal)}×: ${ratio >= goal ? 'reached' : 'missed'})`;
}

/** Whether a figure is below its limit, in words. */
export function limitLine(what: string, value: number, limit: number, unit: string): string {
  return `- ${what}: **${figure(value, 2)}${unit}** (goal < ${String(limit)}${unit}: ${value < limit ? 'reached' : 'missed'})`;
}

/**
 * Puts a section between its two markers in docs/benchmarks.md.
 * @throws where the markers are missing
 */
export async function writeSection(name: string, section: string): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8');
  const [start, end] = [`<!-- ${name}: made by npm run bench -->`, `<!-- ${name}: end -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no place for ${name}`);
  await writeFile(DOCUMENT, `${text.slice(0, from)}${start}\n\n${section}\n\n${text.slice(to)}`);
}
