#!/usr/bin/env node
// The command of the npm package: the command line, with a data directory that does not depend on where it is run.
import { homedir } from 'node:os';
import { join } from 'node:path';

process.env.DATA_DIR ||= join(homedir(), '.engraph');
await import('../dist/apps/cli/src/main.js');
