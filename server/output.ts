import { writeSync } from "node:fs";

/** How much may wait for a slow reader, in bytes. */
const limit = 256 * 1024;

/** How long until a slow reader is tried again, in ms. */
const pause = 100;

export interface Output {
  /** Takes whole lines and never waits; lines that cannot be written are dropped and counted. */
  write(lines: string): void;
  /** How many lines were dropped so far. */
  dropped(): number;
}

/**
 * Writes to standard output without depending on its reader: a full pipe, a reader that is gone or
 * a full disk costs lines and nothing else. Each write is a new attempt, so output resumes by itself
 * once somebody reads again or there is room.
 *
 * @param onResumed called when output works again, with the number of lines missing before that
 * @param fd another descriptor, in non-blocking mode
 */
export function createOutput(onResumed: (missing: number) => void, fd = 1): Output {
  // Opening the stream puts a pipe into non-blocking mode: a full one then fails with EAGAIN
  // instead of holding the thread.
  if (fd === 1) void process.stdout;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let retry: NodeJS.Timeout | undefined;
  let dropped = 0;
  let reported = 0;
  let isMidLine = false;

  function flush(): void {
    clearTimeout(retry);
    retry = undefined;
    if (waitingBytes === 0) return;
    const bytes = Buffer.concat(waiting);
    const written = writeSome(fd, bytes);
    if (written > 0) isMidLine = bytes[written - 1] !== newline;
    const rest = bytes.subarray(Math.max(0, written));
    if (written < 0) dropped += linesIn(rest);
    waiting = written < 0 || rest.length === 0 ? [] : [rest];
    waitingBytes = waiting.length === 0 ? 0 : rest.length;
    if (waitingBytes > 0) retry = setTimeout(flush, pause).unref();
    else if (written > 0 && dropped > reported) {
      const missing = dropped - reported;
      reported = dropped;
      onResumed(missing);
    }
  }

  process.once("exit", flush);
  return {
    write(lines) {
      // Whatever followed a line that was written in part has been dropped.
      const bytes = Buffer.from(isMidLine && waitingBytes === 0 ? `\n${lines}` : lines);
      if (waitingBytes > 0 && waitingBytes + bytes.length > limit) {
        dropped += linesIn(bytes);
        return;
      }
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (!retry) flush();
    },
    dropped: () => dropped,
  };
}

const newline = 10;

/** How many bytes were taken: 0 by a pipe that is full now, -1 where the descriptor fails. */
function writeSome(fd: number, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "EAGAIN" || code === "EBUSY" ? 0 : -1;
  }
}

function linesIn(bytes: Buffer): number {
  return bytes.reduce((lines, byte) => lines + (byte === newline ? 1 : 0), 0);
}
