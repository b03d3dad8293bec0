let known = "";

/** Called once, before the first request, with the public origin without a trailing slash. */
export function setPublicOrigin(siteUrl: string): void {
  known = siteUrl;
}

/**
 * The shop's public origin, for absolute URLs (canonical links, Open Graph). A process-wide
 * constant rather than request data, because `meta` has no request. A root loader could provide it
 * too, but would then run on every navigation.
 */
export function publicOrigin(): string {
  return typeof document === "undefined" ? known : document.location.origin;
}
