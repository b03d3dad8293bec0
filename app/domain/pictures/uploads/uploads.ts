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
  /**
   * Whole files in memory at once, while they are used: pictures wait for their decoder, and nothing
   * else that is sent waits for pictures.
   */
  inMemory: { pictures: 2, files: 2 },
  /** An upload that brings fewer bytes than this in this time (ms) is given up. */
  progress: { bytes: 64 * 1024, every: 30_000 },
};

export type UploadLimits = typeof uploadLimits;
