import { stringify } from 'lossless-json';
import { referredName, type Documented, type DocumentedOperation, type DocumentedResponse } from './documented.js';
import { html, type Html } from './html.js';
import { prose } from './prose.js';
import { fieldList, partsOf } from './schema-fields.js';

/** Renders one operation: parameters, body, examples and responses. */
export function operationArticle(
  document: Documented,
  method: string,
  path: string,
  operation: DocumentedOperation,
): Html {
  const { operationId, summary, description, parameters = [] } = operation;
  return html`<article id="${operationId}">
    <h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
    <p class="summary">${summary}</p>
    ${prose(description)}
    ${
      parameters.length > 0 &&
      html`<h4>Parameters</h4>
        ${fieldList(
          document,
          parameters.map((one) => ({ ...one, place: one.in, note: one.required ? 'required' : undefined })),
          'required',
        )}`
    }
    ${body(document, operation)} ${examples(operation)} ${answers(document, operation)}
  </article>`;
}

function body(document: Documented, { requestBody }: DocumentedOperation): Html | undefined {
  if (!requestBody) return undefined;
  return html`<h4>Body${!requestBody.required && ', optional'}</h4>
    ${Object.values(requestBody.content).map(({ schema }) => partsOf(document, schema, 'required'))}`;
}

/** Command of each example with its response. */
function examples({ responses, 'x-codeSamples': samples = [] }: DocumentedOperation): Html[] {
  const answered = new Map(
    Object.values(responses['200']?.content ?? {}).flatMap((one) => Object.entries(one.examples ?? {})),
  );
  return samples.map(({ label, source }) => {
    const value = answered.get(label)?.value;
    return html`<h4>Example: ${label}</h4>
      <pre class="call"><code>${source}</code></pre>
      ${value !== undefined && html`<pre class="answer"><code>${stringify(value, undefined, 2)}</code></pre>`}`;
  });
}

function answers(document: Documented, { responses }: DocumentedOperation): Html[] {
  const all = Object.entries(responses);
  const own = all.filter(([, { $ref }]) => $ref === undefined);
  const problems = all.flatMap(([status, { $ref }]) => ($ref === undefined ? [] : [{ status, $ref }]));
  return [
    ...own.map(([status, response]) => answer(document, status, response)),
    html`<details>
      <summary>Errors: ${problems.map(({ status }) => status).join(', ')}</summary>
      <ul>
        ${problems.map(({ status, $ref }) => html`<li>${problem(document, status, referredName($ref))}</li>`)}
      </ul>
    </details>`,
  ];
}

function answer(document: Documented, status: string, { content, headers }: DocumentedResponse): Html {
  const fields = Object.entries(headers).map(([name, header]) => ({ ...header, name }));
  return html`<details>
    <summary>Response ${status}: ${Object.keys(content).join(', ')}</summary>
    ${Object.values(content).map(({ schema }) => partsOf(document, schema, 'may be absent'))}
    <h5>Headers</h5>
    ${fieldList(document, fields, 'may be absent')}
  </details>`;
}

function problem({ components }: Documented, status: string, name: string): Html {
  const { description = '', content = {} } = components.responses[name] ?? {};
  const { error } = (content['application/json']?.example ?? {}) as { error?: { code: string } };
  return html`<strong>${status}</strong> <code>${error?.code}</code> ${description}`;
}
