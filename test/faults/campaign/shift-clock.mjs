/**
 * Preloaded into a program of the campaign: its clock is off by what a file says, from its start on and again with each
 * SIGUSR2. What counts from a fixed point (performance.now, timers) goes on, as with a clock that an operator sets.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const TrueDate = Date;
const file = process.env.CLOCK_OFFSET_FILE;
let offset = 0;

function readOffset() {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    offset = 0;
  }
}

class ShiftedDate extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(TrueDate.now() + offset);
    else super(...parts);
  }

  static now() {
    return TrueDate.now() + offset;
  }
}

if (file !== undefined) {
  // In this order a jump is either in the file by now, or told by a signal that somebody listens for.
  process.on('SIGUSR2', readOffset);
  writeFileSync(`${file}.heard-by`, String(process.pid));
  readOffset();
  globalThis.Date = ShiftedDate;
}
