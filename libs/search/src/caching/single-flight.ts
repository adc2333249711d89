/** The read in flight, and the next one, shared by all callers that arrived meanwhile. */
export interface SingleFlightState {
  reading: Promise<void> | null;
  next: Promise<void> | null;
}

/**
 * Coalesces concurrent reads. A read in flight may have started too early to see what was stored before this call, so
 * the call waits for the next read instead of joining the current one.
 */
export async function singleFlight(state: SingleFlightState, read: () => Promise<void>): Promise<void> {
  if (state.reading !== null) {
    state.next ??= state.reading
      .catch(() => undefined)
      .then(() => {
        state.next = null;
        return singleFlight(state, read);
      });
    return state.next;
  }
  state.reading = read().finally(() => {
    state.reading = null;
  });
  return state.reading;
}
