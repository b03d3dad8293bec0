/**
 * Timings of the event stream in milliseconds (specification, section 9): the server sends
 * something at least every `heartbeat`; after `timeout` without data, the connection is considered
 * dead; `reconnect` lists the delays between attempts, the last one repeating.
 */
export const streamTimes = {
  heartbeat: 30_000,
  timeout: 10_000,
  reconnect: [1_000, 2_000, 5_000, 10_000],
} as const;

/** Events of the stream, as text/event-stream (WHATWG HTML, section 9.2). */
export const streamEvents = {
  /** Keeps the connection alive. */
  heartbeat: "event: heartbeat\ndata: {}\n\n",
  /** An order changed; null if any of them may have. */
  orders: (orderId: string | null) => `event: orders\ndata: ${JSON.stringify({ orderId })}\n\n`,
  /** The inbox changed. For administrators only. */
  inbox: "event: inbox\ndata: {}\n\n",
  /** Another page replaced this stream: reconnect, but not immediately. Always the last event. */
  replaced: "event: replaced\ndata: {}\n\n",
};
