/** What a page is told. */
export interface PageProps {
  /** What stands behind the name of the page: `#/memories/ID`; null without. */
  readonly id: string | null;
  /** What stands behind the question mark; `goTo` changes it. */
  readonly query: URLSearchParams;
}
