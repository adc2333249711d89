import { arrayOf, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { described, nullable } from '../../schema/keywords.js';

/** Fields that memories have in every answer. */
export const SPEAKER_ROLE = described(nullable(TEXT), 'Role of the speaker, such as `user`; null if unknown.');
export const METADATA: JsonSchema = {
  ...{ type: ['object', 'null'], additionalProperties: true },
  description: 'Metadata as the caller gave it; null without any. Integers are exact.',
};
export const TAGS = described(arrayOf(TEXT), 'Tags in the order of the caller.');
