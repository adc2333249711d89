import 'reflect-metadata';
import { Command } from 'commander';
import { armFromEnvironment } from '#config/arm-failpoints.js';
import { VERSION } from '#config/version.js';
import { partsFor } from './command-parts.js';

async function main(): Promise<void> {
  armFromEnvironment((line) => process.stderr.write(`engraph: ${line}\n`));
  const program = new Command('engraph')
    .description('Runs Engraph, and operates a deployment. Settings are environment variables.')
    .version(VERSION);
  for (const { load } of partsFor(process.argv.slice(2))) (await load())(program);
  await program.parseAsync();
}

main().catch((error: unknown) => {
  process.stderr.write(`engraph: ${error instanceof Error ? error.message || error.name : 'unknown error'}\n`);
  process.exitCode = 1;
});
