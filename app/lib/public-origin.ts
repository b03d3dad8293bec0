let known = "";

/** Called once, before the first request, with the public origin without a trailing slash. */
export function setPublicOrigin(siteUrl: string): void {
  known = siteUrl;
}

export function publicOrigin(): string {
  return typeof document === "undefined" ? known : document.location.origin;
}
