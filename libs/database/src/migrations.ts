import { Schema0001 } from './migrations/0001-schema.js';

/** All migrations, in their order. One that has landed is never edited: see `migrations/hashes.txt`. */
export const MIGRATIONS = [Schema0001];
