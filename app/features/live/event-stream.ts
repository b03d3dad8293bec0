/** The server sends something at least this often, in ms. */
export const heartbeatMs = 30_000;

/** Events of the stream, as text/event-stream (WHATWG HTML, section 9.2). */
export const streamEvents = {
  /** Keeps the connection alive. */
  heartbeat: "event: heartbeat\ndata: {}\n\n",
  /** An order changed; null if any of them may have. */
  orders: (orderId: string | null) => `event: orders\ndata: ${JSON.stringify({ orderId })}\n\n`,
  /** The inbox changed. For staff who answer it. */
  inbox: "event: inbox\ndata: {}\n\n",
  /** A run, its stops or their reports changed. For staff who deliver. */
  runs: "event: runs\ndata: {}\n\n",
  /** Another page replaced this stream: reconnect, but not immediately. Always the last event. */
  replaced: "event: replaced\ndata: {}\n\n",
};
