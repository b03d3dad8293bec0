// How much of what people send may be on its way at once. Rate limits say how often; these say how
// much is held for it meanwhile.

const MB = 1024 * 1024;

export const uploadLimits = {
  /**
   * Bytes on their way at once. An account's browser sends two files at a time, of 20 MB at most; a
   * network may be a whole office.
   */
  inFlight: { account: 80 * MB, network: 160 * MB, process: 320 * MB },
  /** What the smallest upload counts as: a connection and a file cost something too. */
  least: MB,
  /** Whole files in memory at once, while they are used. */
  inMemory: 2,
  /** An upload that brings fewer bytes than this in this time (ms) is given up. */
  progress: { bytes: 64 * 1024, every: 30_000 },
};

export type UploadLimits = typeof uploadLimits;

/** An upload that can't be accepted; status and message are for the answer. */
export class UploadRefusedError extends Error {
  override readonly name = "UploadRefusedError";
  readonly status: 408 | 413 | 429 | 503;

  constructor(message: string, status: 408 | 413 | 429 | 503) {
    super(message);
    this.status = status;
  }
}
