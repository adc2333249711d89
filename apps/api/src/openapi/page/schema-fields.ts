import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { referredName, type Documented } from './documented.js';
import { html, type Html } from './html.js';
import { prose } from './prose.js';

/** Field, parameter or header in a list of the page. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Location of a parameter: path, query or header. */
  readonly place?: string;
  /** Note beside the type, such as `required`. */
  readonly note?: string | undefined;
  readonly description?: string | undefined;
}

/** Which fields are marked: required ones of a request, or optional ones of a response. */
export type Marks = 'required' | 'may be absent';

/** Renders a list of fields, each with type, bounds and nested fields. */
export function fieldList(document: Documented, fields: readonly Field[], marks: Marks): Html {
  return html`<ul class="fields">
    ${fields.map(({ name, schema, place, note, description }) => {
      const text = description ?? (schema['description'] as string | undefined);
      return html`<li>
        <code>${name}</code> <span class="type">${place !== undefined && `${place}, `}${typeOf(document, schema)}</span>
        ${note !== undefined && html`<strong>${note}</strong>`} ${text !== undefined && prose(text)}
        ${partsOf(document, schema, marks)}
      </li>`;
    })}
  </ul>`;
}

/** Renders the fields of a schema: of an object, of a list's items, or of each alternative. */
export function partsOf(document: Documented, schema: JsonSchema, marks: Marks): Html[] {
  const { $ref, properties, items, oneOf, anyOf } = schema;
  if (typeof $ref === 'string') return partsOf(document, referred(document, $ref), marks);
  if (items !== undefined) return partsOf(document, items as JsonSchema, marks);
  const forms = (oneOf ?? anyOf) as JsonSchema[] | undefined;
  if (forms) return forms.flatMap((form) => partsOf(document, form, marks));
  if (properties === undefined) return [];
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, part]) => ({
    ...{ name, schema: part },
    note: required.has(name) === (marks === 'required') ? marks : undefined,
  }));
  return [fieldList(document, fields, marks)];
}

function referred({ components }: Documented, $ref: string): JsonSchema {
  return components.schemas[referredName($ref)] ?? {};
}

/** Describes type and bounds. */
function typeOf(document: Documented, schema: JsonSchema): string {
  const { $ref, items, oneOf, anyOf, const: only, enum: choices, type } = schema;
  if (typeof $ref === 'string') return typeOf(document, referred(document, $ref));
  const forms = (oneOf ?? anyOf) as JsonSchema[] | undefined;
  if (forms) return [...new Set(forms.map((form) => typeOf(document, form)))].join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (choices !== undefined) return (choices as unknown[]).map((one) => JSON.stringify(one)).join(', ');
  if (items !== undefined)
    return [`list of ${typeOf(document, items as JsonSchema)}`, ...typesOf(type).filter((one) => one === 'null')].join(
      ' or ',
    );
  return [typesOf(type).join(' or '), ...boundsOf(schema)].join(', ');
}

function typesOf(type: unknown): string[] {
  return type === undefined ? ['any'] : [type as string | string[]].flat();
}

function boundsOf(schema: JsonSchema): string[] {
  const { format, minimum, maximum, maxLength, pattern, default: fallback } = schema;
  const bounds: [unknown, string][] = [
    [format, String(format)],
    [minimum ?? maximum, rangeOf(minimum as Bound, maximum as Bound)],
    [maxLength, `at most ${String(maxLength)} characters`],
    [pattern, String(pattern)],
    [fallback, `default ${JSON.stringify(fallback)}`],
  ];
  return bounds.filter(([value]) => value !== undefined).map(([, text]) => text);
}

type Bound = number | bigint | undefined;

function rangeOf(minimum: Bound, maximum: Bound): string {
  if (maximum === undefined) return `at least ${String(minimum)}`;
  return minimum === undefined ? `at most ${String(maximum)}` : `${String(minimum)} to ${String(maximum)}`;
}
