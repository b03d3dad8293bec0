import { createServer, type Server } from "node:http";

/** Timeouts of a connection, in ms. */
const patience = {
  /** From its first byte to the end of the headers. */
  headers: 10_000,
  /** A whole request: an image of 20 MB at 300 kbit/s. Forms have less (body-limit). */
  request: 600_000,
  /** Idle keep-alive; longer than a proxy's 60 s, which would reuse a connection being closed. */
  idle: 65_000,
  /** Without a byte in either direction; event streams send a heartbeat every 30 s. */
  silence: 120_000,
  /** How often header and request timeouts are checked. */
  look: 2_000,
};

/** Creates the shop's HTTP server, which closes connections that hold it without being used. */
export function createShopServer(limits: Partial<typeof patience> = {}): Server {
  const { headers, request, idle, silence, look } = { ...patience, ...limits };
  const server = createServer({
    // Most requests have no body, so they need no stream.
    optimizeEmptyRequests: true,
    connectionsCheckingInterval: look,
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: idle,
  });
  server.setTimeout(silence);
  return server;
}
