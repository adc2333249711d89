import { envelopeSchema, type JsonSchema, optional, TEXT, UUID } from './json-schema.js';

const DIGITS: JsonSchema = { type: 'string', pattern: '^(0|[1-9][0-9]{0,19})$' };

const SUBJECT: JsonSchema = {
  type: 'string',
  pattern: '^(0|[1-9][0-9]{0,38}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
  description: 'The memory it belongs to, or the UUID of the entity; absent for events of the whole graph.',
};

/** CloudEvents 1.0 in structured mode: the envelope of every record's value. */
export const CLOUD_EVENT_SCHEMA = envelopeSchema('CloudEvent', 'The envelope of every record.', {
  specversion: { const: '1.0' },
  id: { type: 'string', minLength: 1, description: 'With source, names the message; a repeat has the same.' },
  source: { type: 'string', minLength: 1 },
  type: { type: 'string', minLength: 1 },
  subject: optional(TEXT),
  time: optional({ type: 'string', format: 'date-time' }),
  datacontenttype: optional({ const: 'application/json' }),
  dataschema: optional({ type: 'string', description: 'urn:engraph:schema:<type>:<version>' }),
  data: { type: 'object' },
});

/** Envelope of the log's events, with scope and log position as extension attributes. */
export const EVENT_ENVELOPE_SCHEMA = envelopeSchema('EventEnvelope', 'The envelope of an event of the log.', {
  specversion: { const: '1.0' },
  id: UUID,
  source: { const: 'engraph' },
  type: { type: 'string', pattern: '^engraph\\.[A-Za-z]+$' },
  subject: optional(SUBJECT),
  time: { type: 'string', format: 'date-time', description: 'When the log recorded it.' },
  datacontenttype: { const: 'application/json' },
  dataschema: { type: 'string', pattern: '^urn:engraph:schema:[A-Za-z]+:[1-9][0-9]{0,5}$' },
  scopeid: UUID,
  namespace: TEXT,
  agent: TEXT,
  logepoch: { type: 'string', pattern: '^(0|[1-9][0-9]{0,8})$' },
  logtxid: DIGITS,
  logposition: {
    ...DIGITS,
    description: 'The log is ordered by logepoch, then logtxid, then logposition, as numbers.',
  },
  dataref: optional({
    type: 'string',
    description: 'Where to read what this record leaves out, below the base address. Absent: it is complete.',
  }),
  data: { type: 'object' },
});
