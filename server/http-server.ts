import { createServer, type Server } from "node:http";

/** How long a connection may take for what, in ms. */
const patience = {
  /** From its first byte to the end of the headers. */
  headers: 10_000,
  /** For a whole request: a picture of 20 MB over a line of 300 kbit/s. Forms have less (body-limit). */
  request: 600_000,
  /**
   * Between two requests. Longer than proxies keep theirs (60 s): one that is closed just when the
   * proxy uses it again would be a failed request.
   */
  idle: 65_000,
  /** Without a byte in either direction; event streams beat every 30 s. */
  silence: 120_000,
  /** How often headers and requests are looked at. */
  look: 2_000,
};

/** The server of the shop, which gives up connections that hold it without making use of it. */
export function createShopServer(limits: Partial<typeof patience> = {}): Server {
  const { headers, request, idle, silence, look } = { ...patience, ...limits };
  const server = createServer({
    // What brings no body, as most requests do not, needs no stream for it.
    optimizeEmptyRequests: true,
    connectionsCheckingInterval: look,
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: idle,
  });
  server.setTimeout(silence);
  return server;
}
