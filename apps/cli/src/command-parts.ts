import type { Command } from 'commander';

/** Some of the commands, which load what they need only when one of them is asked for. */
export interface CommandPart {
  /** First words of its commands, in the order of the help. */
  readonly names: readonly string[];
  /** @returns the function that adds its commands to the program */
  readonly load: () => Promise<(program: Command) => void>;
}

/** All commands, in the order of the help. */
export const COMMAND_PARTS: readonly CommandPart[] = [
  { names: ['start'], load: async () => (await import('./start.js')).addStartCommand },
  { names: ['keys'], load: async () => (await import('./keys.js')).addKeyCommands },
  { names: ['audit'], load: async () => (await import('./audit.js')).addAuditCommands },
  { names: ['migrate', 'topics'], load: async () => (await import('./setup.js')).addSetupCommands },
  {
    names: ['dead-letters', 'redrive'],
    load: async () => (await import('./failed-extractions.js')).addFailedExtractionCommands,
  },
  { names: ['rebuild', 'reembed'], load: async () => (await import('./derivation.js')).addDerivationCommands },
  { names: ['reextract'], load: async () => (await import('./reextraction.js')).addReextractionCommand },
  { names: ['republish'], load: async () => (await import('./republish.js')).addRepublishCommand },
  { names: ['restore', 'erase'], load: async () => (await import('./erasure.js')).addErasureCommands },
  { names: ['backup', 'erasures'], load: async () => (await import('./backup/commands.js')).addBackupCommands },
  { names: ['entities'], load: async () => (await import('./entities.js')).addEntityCommands },
  { names: ['export', 'import'], load: async () => (await import('./transfer/commands.js')).addTransferCommands },
  { names: ['mcp'], load: async () => (await import('./mcp/command.js')).addMcpCommand },
];

/**
 * The parts of the program that arguments need: that of the command which they name, else all, which the help and the
 * complaint about an unknown command list. All of them take a second to load.
 * @param args without the program
 */
export function partsFor(args: readonly string[]): readonly CommandPart[] {
  const [name = ''] = args.filter((arg) => !arg.startsWith('-'));
  const part = COMMAND_PARTS.find(({ names }) => names.includes(name));
  return part === undefined ? COMMAND_PARTS : [part];
}
