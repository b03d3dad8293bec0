import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { createOutput, newAccounts, type Output, openAt } from "./output.ts";

let folder: string;
let pipe: string;
const open = new Set<number>();
const resumed = vi.fn<(missing: number) => void>();

function opened(flags: number): number {
  const fd = openSync(pipe, flags | constants.O_NONBLOCK);
  open.add(fd);
  return fd;
}

function close(fd: number): void {
  open.delete(fd);
  closeSync(fd);
}

function read(fd: number): string {
  const buffer = Buffer.alloc(1024 * 1024);
  try {
    return buffer.toString("utf8", 0, readSync(fd, buffer));
  } catch {
    return "";
  }
}

let reader: number;
let output: Output;
beforeEach(() => {
  resumed.mockClear();
  folder = mkdtempSync(join(tmpdir(), "shop-output-"));
  pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  reader = opened(constants.O_RDONLY);
  output = createOutput(resumed, opened(constants.O_WRONLY));
});

afterEach(async () => {
  for (const fd of open) close(fd);
  await removeFolder(folder);
});

const line = (n: number) => `${String(n).padStart(99, ".")}\n`;

test("writes immediately", () => {
  output.write("one\n");
  output.write("two\n");
  expect(read(reader)).toBe("one\ntwo\n");
  expect(output.dropped()).toBe(0);
});

test("drops and counts lines while the pipe has no reader, and resumes with the next", () => {
  close(reader);
  output.write("one\n");
  output.write("two\nthree\n");
  expect(output.dropped()).toBe(3);
  expect(resumed).not.toHaveBeenCalled();

  const next = opened(constants.O_RDONLY);
  output.write("four\n");
  expect(read(next)).toBe("four\n");
  expect(resumed.mock.calls).toEqual([[3]]);
  output.write("five\n");
  expect(resumed).toHaveBeenCalledOnce();
});

test("keeps a limited number of whole lines in order for a slow reader", async () => {
  const lines = 10_000;
  for (let n = 0; n < lines; n++) output.write(line(n));
  const dropped = output.dropped();
  // The pipe holds 64 kB, and the buffer is limited.
  expect(dropped).toBeGreaterThan(lines / 2);
  expect(dropped).toBeLessThan(lines);

  let text = "";
  const kept = Array.from({ length: lines - dropped }, (_, n) => line(n)).join("");
  const receive = () => {
    text += read(reader);
    return text.length;
  };
  await expect.poll(receive).toBe(kept.length);
  expect(text).toBe(kept);
  expect(resumed.mock.calls).toEqual([[dropped]]);
});

test("ends a partly read line before it begins another", async () => {
  output.write(`${"x".repeat(100_000)}\n`);
  expect(read(reader).endsWith("\n")).toBe(false);
  close(reader);
  await expect.poll(output.dropped).toBeGreaterThan(0);
  const next = opened(constants.O_RDONLY);
  output.write("next\n");
  expect(read(next)).toBe("\nnext\n");
});

test("shows the shop's address", () => {
  expect(openAt("http://localhost:3000").trim()).toBe("The shop is open at http://localhost:3000");
});

test("shows a generated password beside its account", () => {
  const credentials = [
    { role: "Administrator", email: "admin@example.com", password: "s3cret-one" },
  ];
  expect(newAccounts(credentials)).toMatch(/Administrator\s+admin@example\.com\s+s3cret-one\n$/);
});

test("omits accounts that already existed", () => {
  expect(newAccounts([])).toBe("");
});
