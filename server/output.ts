import { writeSync } from "node:fs";

/** Buffer limit for a slow reader, in bytes. */
const limit = 256 * 1024;

/** Retry interval for a slow reader, in ms. */
const pause = 100;

export interface Output {
  /** Takes whole lines and never waits; lines that cannot be written are dropped and counted. */
  write(lines: string): void;
  dropped(): number;
}

/**
 * Writes to standard output without depending on its reader: a full or closed pipe, or a full disk,
 * costs only lines. Each write is a new attempt, so output resumes by itself.
 *
 * @param onResumed called when output works again, with the number of lines dropped before
 * @param fd another descriptor, in non-blocking mode
 */
export function createOutput(onResumed: (missing: number) => void, fd = 1): Output {
  // Opening the stream makes a pipe non-blocking: a full one then fails with EAGAIN.
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
      // Everything after a partially written line has been dropped.
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

/** Returns the bytes written: 0 if the pipe is full, -1 if the descriptor fails. */
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

export interface Credential {
  role: string;
  email: string;
  password: string;
}

/** Returns the sign-in instructions of new accounts, shown once; the passwords are not stored. */
export function newAccounts(credentials: Credential[]): string {
  if (credentials.length === 0) return "";
  const lines = ["", "  Accounts created at this start. Their passwords will not be shown again:"];
  for (const { role, email, password } of credentials) {
    lines.push(`    ${role.padEnd(18)}${email}   ${password}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Tells the person at the terminal the shop's address. */
export function openAt(address: string): string {
  return `\n  The shop is open at ${address}\n\n`;
}
