import { html, type Html } from './html.js';

/** Renders a description as paragraphs, with `code` between backticks. */
export function prose(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${withCode(paragraph)}</p>`);
}

function withCode(text: string): (Html | string)[] {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));
}
