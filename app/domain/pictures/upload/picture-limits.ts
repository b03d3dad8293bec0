// What decoding a picture that somebody sent may take. In a process of its own, which is ended: of some
// files the decoder takes minutes before it looks at the time, or at anything else.

const MB = 1024 * 1024;

export const pictureLimits = {
  /** Processor time in ms. The largest accepted pictures take about three seconds. */
  work: 10_000,
  /** By the clock, on however busy a machine, in ms. */
  time: 60_000,
  /** Bytes that the process may have while it decodes: 50 megapixels, interlaced, take 600 MB. */
  memory: 1_024 * MB,
  /** It is replaced after a picture when it has grown beyond this, or has decoded so many. */
  replace: { memory: 300 * MB, answers: 200 },
  /** And ends when none was sent for so long, in ms. */
  idle: 2 * 60_000,
  /** Pictures that may wait. */
  mayWait: 40,
};

export type PictureLimits = typeof pictureLimits;
