import 'reflect-metadata';
import { Command } from 'commander';
import { armFromEnvironment } from '#config/arm-failpoints.js';
import { VERSION } from '#config/version.js';
import { addAuditCommands } from './audit.js';
import { addBackupCommands } from './backup/commands.js';
import { addEntityCommands } from './entities.js';
import { addErasureCommands } from './erasure.js';
import { addKeyCommands } from './keys.js';
import { addMaintenanceCommands } from './maintenance.js';
import { addMcpCommand } from './mcp/command.js';
import { addReextractionCommand } from './reextraction.js';
import { addRepublishCommand } from './republish.js';
import { addStartCommand } from './start.js';
import { addTransferCommands } from './transfer/commands.js';

armFromEnvironment((line) => process.stderr.write(`engraph: ${line}\n`));
const program = new Command('engraph')
  .description('Runs Engraph, and operates a deployment. Settings are environment variables.')
  .version(VERSION);
addStartCommand(program);
addKeyCommands(program);
addAuditCommands(program);
addMaintenanceCommands(program);
addReextractionCommand(program);
addRepublishCommand(program);
addErasureCommands(program);
addBackupCommands(program);
addEntityCommands(program);
addTransferCommands(program);
addMcpCommand(program);

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`engraph: ${error instanceof Error ? error.message || error.name : 'unknown error'}\n`);
  process.exitCode = 1;
});
