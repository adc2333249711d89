/** A page of a route with a cursor. */
export interface Page {
  /** Left out on the last page. */
  readonly next_cursor?: string;
}

/**
 * The pages of a route, from the first, or the one `query` has the cursor of, to the last. The next one is fetched when
 * it is asked for.
 */
export async function* pagesFrom<Query extends { cursor?: string }, P extends Page>(
  fetchPage: (query: Query) => Promise<P>,
  query: Query,
): AsyncGenerator<P, void, undefined> {
  let at = query;
  for (;;) {
    const page = await fetchPage(at);
    yield page;
    if (page.next_cursor === undefined) return;
    at = { ...at, cursor: page.next_cursor };
  }
}
