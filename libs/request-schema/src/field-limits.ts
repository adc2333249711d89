/** Maximum sizes of fields that several definitions share; larger ones are refused. */
export const FIELD_LIMITS = {
  speaker_bytes: 1024,
  tags: 32,
  tag_characters: 128,
  filter_conditions: 32,
  filter_values: 100,
  filter_value_bytes: 1024,
  name_bytes: 1024,
} as const;
