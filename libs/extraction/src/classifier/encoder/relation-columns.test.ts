import { expect, test } from '@jest/globals';
import { relationColumns } from './relation-columns.js';

test('a model that was trained on fewer types keeps its columns when types are appended to the ontology', () => {
  expect(relationColumns(4)).toEqual([
    { type: 'works_at', ended: false },
    { type: 'reports_to', ended: false },
    { type: 'works_at', ended: true },
    { type: 'reports_to', ended: true },
  ]);
});
