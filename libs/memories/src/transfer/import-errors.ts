/** Thrown for a line that cannot be imported; all lines before it are stored, and all lines of its batch. */
export class InvalidImportLine extends Error {
  override readonly name = 'InvalidImportLine';
  constructor(
    /** Number of the line, from 1. */
    readonly line: number,
    readonly fault: string,
    options?: ErrorOptions,
  ) {
    super(
      `line ${String(line)}: ${fault}; the lines before it are stored: mend it and send the file again to go on`,
      options,
    );
  }
}

/** Thrown for a line whose event or memory the scope has with other content. */
export class ImportConflict extends Error {
  override readonly name = 'ImportConflict';
  constructor(
    readonly line: number,
    readonly fault: string,
  ) {
    super(`line ${String(line)}: ${fault}`);
  }
}
