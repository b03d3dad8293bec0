// Limits on concurrent printing. All papers (invoices, statements, slips, labels, price lists)
// share one queue for one process.

const MB = 1024 * 1024;

export const printLimits = {
  /**
   * An asker's papers in the queue or printing. A network may be a whole office; people with only
   * an invoice's link have nothing else in common.
   */
  inLine: { account: 6, network: 20, process: 40 },
  /** In ms. A paper of `longPaper` rows takes a quarter of a second, one of a hundred pages two. */
  work: 20_000,
  /** Wall-clock time in ms, to allow for a busy machine. */
  time: 60_000,
  /** In ms; how long an abandoned paper may go on. Most are done by then. */
  abandoned: 500,
  /** In bytes, while it prints. Its fonts take 150 MB. */
  memory: 1_024 * MB,
  /** The process is replaced after a paper if it exceeds this memory, or has printed this many. */
  replace: { memory: 400 * MB, prints: 500 },
  /** In ms; the process ends after being idle this long. Starting it takes half a second. */
  idle: 10 * 60_000,
};

export type PrintLimits = typeof printLimits;

/** In seconds, for `Retry-After`: most of a full queue is printed by then. */
const retryAfter = 15;

/** A paper that can't be printed now; message and status are for the answer. */
export class PrintRefusedError extends Error {
  override readonly name = "PrintRefusedError";
  readonly status: 413 | 429 | 503;
  /** In seconds; null if it will never be printed. */
  readonly retryAfter: number | null;

  constructor(why: keyof typeof refusals) {
    const { status, text } = refusals[why];
    super(text);
    this.status = status;
    this.retryAfter = status === 413 ? null : retryAfter;
  }
}

const refusals = {
  "too many": {
    status: 429,
    text: "Your other papers are still being printed. Please wait for those, then try again.",
  },
  busy: {
    status: 503,
    text: "Many papers are being printed at the moment. Please try again in a minute.",
  },
  "too long": {
    status: 413,
    text: "This paper is too long to print at once.",
  },
} as const;

/** Ends a paper whose asker has left. */
export class PrintAbandonedError extends Error {
  override readonly name = "PrintAbandonedError";
}
