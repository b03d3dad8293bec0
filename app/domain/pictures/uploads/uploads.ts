// Limits on uploads in flight. Rate limits restrict how often; these restrict how much is held at a
// time.

const MB = 1024 * 1024;

export const uploadLimits = {
  /**
   * Bytes in flight. An account's browser sends two files of at most 20 MB at a time; a network may
   * be a whole office.
   */
  inFlight: { account: 80 * MB, network: 160 * MB, process: 320 * MB },
  /** The minimum that an upload counts: connections and files have a cost too. */
  least: MB,
  /**
   * Whole files in memory at once, while in use: pictures wait for their decoder, and other files
   * don't wait for pictures.
   */
  inMemory: { pictures: 2, files: 2 },
  /** An upload with fewer bytes than this in this time (ms) is aborted. */
  progress: { bytes: 64 * 1024, every: 30_000 },
};

export type UploadLimits = typeof uploadLimits;
