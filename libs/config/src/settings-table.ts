import { SETTINGS } from './settings.js';

/** Settings as a Markdown table for README.md. */
export function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, { fallback, about }]) => `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${about} |`,
  );
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
