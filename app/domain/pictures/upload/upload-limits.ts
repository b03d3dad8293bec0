const MB = 1024 * 1024;

/** Maximum upload size; also checked in the browser before uploading. */
export const maxUploadBytes = 20 * MB;

/** More than any phone's images at default settings; 200-megapixel modes are rejected. */
export const maxUploadPixels = 50_000_000;

/** Minimum width and height: smaller images look blurred even on the smallest card. */
export const minUploadSide = 200;

/** Limits on uploads in flight at a time; rate limits restrict how often. */
export const uploadLimits = {
  /** Bytes in flight. A browser sends two files of up to 20 MB; a network may be a whole office. */
  inFlight: { account: 80 * MB, network: 160 * MB, process: 320 * MB },
  /** The minimum that an upload counts: connections and files have a cost too. */
  least: MB,
  /** Whole files in memory while in use. Pictures have their own queue, as decoders are slow. */
  inMemory: { pictures: 2, files: 2 },
  /** An upload with fewer bytes than this in this time (ms) is aborted. */
  progress: { bytes: 64 * 1024, every: 30_000 },
};

export type UploadLimits = typeof uploadLimits;
