import { createHash } from 'node:crypto';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import type { Documented } from './documented.js';
import { DOCS_STYLE } from './docs-style.js';
import { Html, html } from './html.js';
import { operationArticle } from './operation-article.js';
import { prose } from './prose.js';

/** Content Security Policy of the page: no scripts, no external resources; its inline style is allowed by digest. */
export const DOCS_POLICY = [
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(DOCS_STYLE).digest('base64')}'`,
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

/** Style element; its text must match the digest exactly. */
const STYLE = new Html(`<style>${DOCS_STYLE}</style>`);

/** Renders the OpenAPI document of this service as one HTML page. */
export function docsPage(openApi: JsonSchema): string {
  const document = openApi as unknown as Documented;
  const { title, version, summary, description } = document.info;
  const tags = document.tags.map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }));
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} ${version}: HTTP API</title>
        ${STYLE}
      </head>
      <body>
        <header>
          <h1>${title} <small>${version}</small></h1>
          <p class="summary">${summary}</p>
          ${prose(description)} ${setUp()}
        </header>
        <nav aria-label="Operations">
          ${tags.map(
            ({ name, operations }) =>
              html`<h2><a href="#tag-${name}">${name}</a></h2>
                <ul>
                  ${operations.map(
                    ({ method, path, operation }) =>
                      html`<li>
                        <a href="#${operation.operationId}">
                          <span class="method ${method}">${method.toUpperCase()}</span> ${path}
                        </a>
                      </li>`,
                  )}
                </ul>`,
          )}
        </nav>
        <main>
          ${tags.map(
            ({ name, description: about, operations }) =>
              html`<section id="tag-${name}">
                <h2>${name}</h2>
                ${prose(about)}
                ${operations.map(({ method, path, operation }) => operationArticle(document, method, path, operation))}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
  return `${page.text}\n`;
}

function operationsOf({ paths }: Documented, tag: string) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags.includes(tag) ? [{ method, path, operation }] : [],
    ),
  );
}

function setUp(): Html {
  return html`<p>
      The examples run in a shell, in order from top to bottom: later ones use variables set by earlier ones. They need
      curl, the address of the service and a key, preferably of an agent without memories. The responses are recorded;
      ids and times will differ.
    </p>
    <pre><code>ENGRAPH=http://127.0.0.1:8080
KEY=…</code></pre>
    <p>
      The machine-readable form of this page is <a href="/v1/openapi.json">/v1/openapi.json</a>, an OpenAPI 3.1
      document.
    </p>`;
}
