export interface OwnAddress {
  /** The public origin, without a trailing slash. */
  siteUrl: string;
  /**
   * Whether the loopback addresses count too (localhost, 127.0.0.1, [::1]), as they do while nobody
   * has said what the public one is.
   */
  loopback: boolean;
}

/**
 * The origins that a request to this address may come from: the public one, and on loopback the one
 * under which it was asked. Another server on this machine has another port, and is not us.
 */
export function ownOrigins(requestUrl: string, { siteUrl, loopback }: OwnAddress): string[] {
  const { hostname, origin } = new URL(requestUrl);
  return loopback && isLoopback(hostname) ? [siteUrl, origin] : [siteUrl];
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}
