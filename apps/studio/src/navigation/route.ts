import { signal } from '@preact/signals';

/** Where one is: `#/memories/42?speaker=Ruth`. */
export interface Route {
  readonly path: string;
  readonly id: string | null;
  readonly query: URLSearchParams;
}

/** Parameters of an address; those that are empty or undefined are left out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** The page that is shown. A credential never stands in an address. */
export const route = signal(routeOf(location.hash));

let hasLeft = false;

addEventListener('hashchange', () => {
  hasLeft = true;
  route.value = routeOf(location.hash);
});

/** Whether this page was reached from another one of studio. */
export function isReached(): boolean {
  return hasLeft;
}

/** The address of a page, for links. */
export function hrefOf(path: string, id?: string | null, parameters: Parameters = {}): string {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(given).toString();
  return `#/${path}${id ? `/${encodeURIComponent(id)}` : ''}${query ? `?${query}` : ''}`;
}

/** Shows a page; `replace` leaves no step behind to go back to, as for a filter that is being typed. */
export function goTo(href: string, { replace = false } = {}): void {
  if (!replace) {
    location.hash = href;
    return;
  }
  history.replaceState(history.state, '', href);
  route.value = routeOf(href);
}

function routeOf(hash: string): Route {
  const [address = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [path = '', id = ''] = address.split('/', 2);
  return { path, id: id === '' ? null : decoded(id), query: new URLSearchParams(query) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
