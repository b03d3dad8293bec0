let known = "";

/** Called once, before the first request, with the public origin without a trailing slash. */
export function setPublicOrigin(siteUrl: string): void {
  known = siteUrl;
}

/**
 * Where the shop is to be found, for addresses that must be absolute (canonical links, Open Graph).
 * A constant of the process and not of a request: the head of a page is made without one. A loader
 * of the root would tell it too, but then every move between pages would ask the server.
 */
export function publicOrigin(): string {
  return typeof document === "undefined" ? known : document.location.origin;
}
