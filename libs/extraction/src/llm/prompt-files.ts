import { readFileSync } from 'node:fs';
import { RELATION_TYPES, STATEMENT_PREDICATES } from '#contracts/ontology.js';

/** A system prompt. A file that was released is not edited: other words are the next version. */
export interface Prompt {
  /** Name of its file, `verify.v1`. */
  readonly version: string;
  /** It has no part of any memory. */
  readonly text: string;
}

const FOLDER = new URL('../../prompts/', import.meta.url);

/** Asks for everything that a memory says. */
export const EXTRACT_PROMPT = loadPrompt('extract.v1');
/** Asks for verdicts on claims. */
export const VERIFY_PROMPT = loadPrompt('verify.v1');

/** Loads a prompt, with the names of the ontology in place of its `{{…}}`. @throws Error if the file is missing */
function loadPrompt(version: string): Prompt {
  const written = readFileSync(new URL(`${version}.md`, FOLDER), 'utf8');
  const text = written
    .replace('{{relation_types}}', relationTypes())
    .replace('{{statement_predicates}}', Object.values(STATEMENT_PREDICATES).flat().join(', '));
  return { version, text: text.trim() };
}

function relationTypes(): string {
  const lines = Object.entries(RELATION_TYPES).map(
    ([type, { from, to }]) => `  ${type}: ${endOf(from)} → ${endOf(to)}`,
  );
  return lines.join('\n');
}

function endOf(types: readonly string[] | string): string {
  return typeof types === 'string' ? types : types.join('|');
}
