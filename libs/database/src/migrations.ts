import { Schema0001 } from './migrations/0001-schema.js';
import { MemoryGenre0002 } from './migrations/0002-memory-genre.js';
import { Candidates0003 } from './migrations/0003-candidates.js';
import { CandidateEnds0004 } from './migrations/0004-candidate-ends.js';
import { UnsettledFacts0005 } from './migrations/0005-unsettled-facts.js';
import { AgesLapse0006 } from './migrations/0006-ages-lapse.js';
import { Passages0007 } from './migrations/0007-passages.js';
import { MemoryTags0009 } from './migrations/0009-memory-tags.js';
import { MemoryVersions0010 } from './migrations/0010-memory-versions.js';
import { DecidedFacts0011 } from './migrations/0011-decided-facts.js';
import { EventsOfScope0013 } from './migrations/0013-events-of-scope.js';
import { MemoryAttributes0014 } from './migrations/0014-memory-attributes.js';
import { Webhooks0015 } from './migrations/0015-webhooks.js';
import { SessionTexts0016 } from './migrations/0016-session-texts.js';
import { EntityCorrections0017 } from './migrations/0017-entity-corrections.js';
import { FiltersAndAudit0018 } from './migrations/0018-filters-and-audit.js';
import { DecidedPeriods0019 } from './migrations/0019-decided-periods.js';
import { ChangedAttributes0020 } from './migrations/0020-changed-attributes.js';
import { DeniedFacts0021 } from './migrations/0021-denied-facts.js';
import { ConfirmedContexts0022 } from './migrations/0022-confirmed-contexts.js';
import { EntitiesByType0023 } from './migrations/0023-entities-by-type.js';
import { AuditedRedrives0024 } from './migrations/0024-audited-redrives.js';
import { WordsOfNames0025 } from './migrations/0025-words-of-names.js';
import { EntityConfidence0026 } from './migrations/0026-entity-confidence.js';

/** All migrations, in their order. One that has landed is never edited: see `migrations/hashes.txt`. */
export const MIGRATIONS = [
  Schema0001,
  MemoryGenre0002,
  Candidates0003,
  CandidateEnds0004,
  UnsettledFacts0005,
  AgesLapse0006,
  Passages0007,
  MemoryTags0009,
  MemoryVersions0010,
  DecidedFacts0011,
  EventsOfScope0013,
  MemoryAttributes0014,
  Webhooks0015,
  SessionTexts0016,
  EntityCorrections0017,
  FiltersAndAudit0018,
  DecidedPeriods0019,
  ChangedAttributes0020,
  DeniedFacts0021,
  ConfirmedContexts0022,
  EntitiesByType0023,
  AuditedRedrives0024,
  WordsOfNames0025,
  EntityConfidence0026,
];
