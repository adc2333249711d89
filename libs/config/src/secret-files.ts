import { readFileSync } from 'node:fs';
import { SETTINGS } from './settings.js';

/**
 * Reads secrets from files (`NAME_FILE`), as container engines mount them. Surrounding white space is ignored later,
 * when the value is parsed. A fault names the variable, never the file's content.
 */
export function readSecretFiles(variables: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; faults: string[] } {
  const env = { ...variables };
  const faults: string[] = [];
  for (const name of secretNames()) {
    const file = variables[`${name}_FILE`]?.trim() ?? '';
    if (file === '') continue;
    if ((variables[name]?.trim() ?? '') !== '') faults.push(`${name} and ${name}_FILE are both set: give one of them`);
    try {
      env[name] = readFileSync(file, 'utf8');
      if (env[name].trim() === '') faults.push(`${name}_FILE is an empty file`);
    } catch (error) {
      faults.push(`${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
    }
  }
  return { env, faults };
}

function secretNames(): string[] {
  return Object.entries(SETTINGS).flatMap(([name, setting]) => ('isSecret' in setting ? [name] : []));
}
