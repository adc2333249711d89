/** A read under way, and the one after it, which all share who came meanwhile. */
export interface SingleFlightState {
  reading: Promise<void> | null;
  next: Promise<void> | null;
}

/** What was stored before the call may have come too late for a read that is under way: the next one has it. */
export async function singleFlight(turns: SingleFlightState, read: () => Promise<void>): Promise<void> {
  if (turns.reading !== null) {
    turns.next ??= turns.reading
      .catch(() => undefined)
      .then(() => {
        turns.next = null;
        return singleFlight(turns, read);
      });
    return turns.next;
  }
  turns.reading = read().finally(() => {
    turns.reading = null;
  });
  return turns.reading;
}
