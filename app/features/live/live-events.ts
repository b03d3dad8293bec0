/**
 * The times of the event stream in milliseconds (specification, section 9): the server is heard of
 * at least every `heartbeat`; what takes longer by `timeout` is taken for dead; attempts to connect
 * again wait as listed, the last wait repeating.
 */
export const streamTimes = {
  heartbeat: 30_000,
  timeout: 10_000,
  reconnect: [1_000, 2_000, 5_000, 10_000],
} as const;

/** What the stream tells, as text/event-stream (WHATWG HTML, section 9.2). */
export const streamEvents = {
  /** Nothing but that the line is alive. */
  heartbeat: "event: heartbeat\ndata: {}\n\n",
  /** An order changed, or with null any of them may have. */
  orders: (orderId: string | null) => `event: orders\ndata: ${JSON.stringify({ orderId })}\n\n`,
  /** Somebody wrote, or what was written was dealt with. For administrators alone. */
  inbox: "event: inbox\ndata: {}\n\n",
  /** Another page took the place: connect again, but not at once. The last that is told. */
  replaced: "event: replaced\ndata: {}\n\n",
};
