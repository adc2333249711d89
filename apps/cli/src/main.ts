import 'reflect-metadata';
import { Command } from 'commander';
import { addEntityCommands } from './entities.js';
import { addErasureCommands } from './erasure.js';
import { addKeyCommands } from './keys.js';
import { addMaintenanceCommands } from './maintenance.js';
import { addReextractionCommand } from './reextraction.js';

const program = new Command('engraph').description('Operates an Engraph deployment; reads the same variables.');
addKeyCommands(program);
addMaintenanceCommands(program);
addReextractionCommand(program);
addErasureCommands(program);
addEntityCommands(program);

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`engraph: ${error instanceof Error ? error.message || error.name : 'unknown error'}\n`);
  process.exitCode = 1;
});
