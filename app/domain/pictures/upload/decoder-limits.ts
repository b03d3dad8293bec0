// Limits for decoding an uploaded picture, enforced by killing its process: for some files the
// decoder takes minutes before it checks a timeout or anything else.

const MB = 1024 * 1024;

export const pictureLimits = {
  /** Processor time in ms. The largest accepted pictures take about three seconds. */
  work: 10_000,
  /** Wall-clock time in ms, to allow for a busy machine. */
  time: 60_000,
  /** In bytes, while it decodes: 50 megapixels, interlaced, take 600 MB. */
  memory: 1_024 * MB,
  /** A process is replaced once it uses more bytes after a picture, or has decoded this many. */
  replace: { memory: 300 * MB, answers: 200 },
  /** In ms; an idle process ends after this time. */
  idle: 2 * 60_000,
  mayWait: 40,
};

export type PictureLimits = typeof pictureLimits;
