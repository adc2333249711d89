/** Registered routes, to distinguish an unknown path from an unknown method. */
export class RouteTable {
  private readonly routes: { readonly pattern: RegExp; readonly method: string }[] = [];

  /** Registers a route; parameters in `url` have the form `:name`. */
  add(method: string | string[], url: string): void {
    // eslint-disable-next-line no-restricted-syntax -- of our own routes; a parameter ends where the next part begins
    const pattern = new RegExp(`^${url.replace(/:[A-Za-z_]+/g, '[^/]+').replace(/\/$/, '')}/?$`);
    for (const one of [method].flat()) this.routes.push({ pattern, method: one });
  }

  /** Methods of the routes that match a request's URL, without its query. */
  methodsOf(requestUrl: string): string[] {
    const path = requestUrl.split('?', 1)[0] ?? '';
    return [...new Set(this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].sort();
  }
}
