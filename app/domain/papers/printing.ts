// How much may be printed at once. All papers (invoices, statements, slips, labels, price lists) stand
// in one line before one process.

const MB = 1024 * 1024;

export const printLimits = {
  /**
   * Papers of one asker that are printed or wait. A network may be a whole office; those who only have
   * an invoice's link have nothing else in common.
   */
  inLine: { account: 6, network: 20, process: 40 },
  /** A paper of `longPaper` rows takes a quarter of a second, one of a hundred pages two. In ms. */
  work: 20_000,
  /** By the clock, on however busy a machine. In ms. */
  time: 60_000,
  /** How long a paper may go on that nobody waits for any more; most are done by then. In ms. */
  abandoned: 500,
  /** Bytes that the process may have while it prints. Its fonts take 150 MB. */
  memory: 1_024 * MB,
  /** It is replaced after a paper when it has grown beyond this, or has printed so many. */
  replace: { memory: 400 * MB, prints: 500 },
  /** And ends when nothing was printed for so long, in ms: starting it takes half a second. */
  idle: 10 * 60_000,
};

export type PrintLimits = typeof printLimits;

/** In seconds, for `Retry-After`: by then most of a full line has been printed. */
const retryAfter = 15;

/** A paper that nobody prints now; message and status are for the answer. */
export class PrintRefusedError extends Error {
  override readonly name = "PrintRefusedError";
  readonly status: 413 | 429 | 503;
  /** When to ask again, in seconds; null for what will never be printed. */
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

/** What a paper is ended with when whoever asked for it has left. */
export class PrintAbandonedError extends Error {
  override readonly name = "PrintAbandonedError";
}
