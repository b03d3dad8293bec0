/** Maximum time between two events of the server, in ms. */
export const heartbeatMs = 30_000;

/** Events of the stream, as text/event-stream (WHATWG HTML, section 9.2). */
export const streamEvents = {
  heartbeat: "event: heartbeat\ndata: {}\n\n",
  /** The changed order; null if any may have changed. */
  orders: (orderId: string | null) => `event: orders\ndata: ${JSON.stringify({ orderId })}\n\n`,
  inbox: "event: inbox\ndata: {}\n\n",
  /** A run, its stops or their reports changed. For staff who deliver. */
  runs: "event: runs\ndata: {}\n\n",
  /** Another page replaced this stream, which should reconnect later. Always the last event. */
  replaced: "event: replaced\ndata: {}\n\n",
};
