import { type FileHandle, mkdtemp, open, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { Refusal } from "#app/lib/refusal.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { createUploads } from "./receive-upload.server.ts";
import { uploadLimits } from "./upload-limits.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "uploads-"));
});
afterAll(() => removeFolder(folder));

const most = { bytes: 10, message: "Too large." };
const from = { account: "an account", clientAddress: "192.0.2.1" };

/** Returns a body of such chunks, each byte with its chunk's number; it continues after `until`. */
function bodyOf(sizes: number[], until: Promise<void> = Promise.resolve()) {
  let sent = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const size = sizes[sent];
      sent += 1;
      if (size !== undefined) return controller.enqueue(new Uint8Array(size).fill(sent));
      await until;
      controller.close();
    },
  });
}

function upload(body: ReadableStream<Uint8Array> | null, length?: number): Request {
  const headers = new Headers(length === undefined ? {} : { "content-length": `${length}` });
  // A streamed body needs `duplex`, which TypeScript's DOM types lack.
  const sent = { method: "POST", headers, body, duplex: "half" };
  return new Request("http://shop.test/", sent);
}

const asGiven = { from, most, kind: "files" as const, use: async (file: Buffer) => file };

test("a file within the limit is passed on whole, from an unnamed file on the disk", async () => {
  const uploads = createUploads(folder);
  const use = async (file: Buffer) => ({ file: [...file], names: await readdir(folder) });
  const got = await uploads.receive(upload(bodyOf([4, 0, 6])), { ...asGiven, use });
  expect(got).toEqual({ file: [1, 1, 1, 1, 3, 3, 3, 3, 3, 3], names: [] });
  expect(await uploads.receive(upload(null), asGiven)).toHaveLength(0);
});

test("a file over the limit is refused, whatever its declared length", async () => {
  const uploads = createUploads(folder);
  for (const length of [undefined, 5, 12]) {
    const receiving = uploads.receive(upload(bodyOf([6, 6]), length), asGiven);
    await expect(receiving).rejects.toThrow(Refusal);
    await expect(receiving).rejects.toMatchObject({ status: 413, message: "Too large." });
  }
});

test("an endless file is refused once it exceeds the limit", async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(6)),
    cancel() {
      cancelled = true;
    },
  });
  const receiving = createUploads(folder).receive(upload(endless), asGiven);
  await expect(receiving).rejects.toMatchObject({ status: 413 });
  expect(cancelled).toBe(true);
});

test("a stalled upload is aborted, and its bytes are free again", async () => {
  const inFlight = { account: 10, network: 10, process: 10 };
  const limits = { ...uploadLimits, inFlight, least: 1, progress: { bytes: 3, every: 20 } };
  const uploads = createUploads(folder, limits);
  const silent = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(2)),
  });
  const receiving = uploads.receive(upload(silent, 10), asGiven);
  await expect(receiving).rejects.toMatchObject({ status: 408 });
  expect(await uploads.receive(upload(bodyOf([10]), 10), asGiven)).toHaveLength(10);
});

test("bytes in flight are limited by account, by network and in total", async () => {
  const inFlight = { account: 20, network: 30, process: 40 };
  const uploads = createUploads(folder, { ...uploadLimits, inFlight, least: 1 });
  const arrived = Promise.withResolvers<void>();
  const send = (account: string, clientAddress: string) =>
    uploads.receive(upload(bodyOf([1], arrived.promise), 10), {
      ...asGiven,
      from: { account, clientAddress },
    });
  const refused = (account: string, clientAddress: string, status: number) =>
    expect(send(account, clientAddress)).rejects.toMatchObject({ status });
  const begun = [send("a", "192.0.2.1"), send("a", "192.0.2.2")];
  await refused("a", "192.0.2.3", 429);
  begun.push(send("b", "2001:db8::1"));
  begun.push(send("c", "2001:db8::2"));
  await refused("d", "192.0.2.4", 503);
  arrived.resolve();
  await Promise.all(begun);
  const again = [send("a", "2001:db8::1"), send("b", "2001:db8::2"), send("c", "2001:db8::3")];
  await refused("d", "2001:db8::4", 429);
  await Promise.all(again);
});

test("the number of files in memory is limited, and waiting uploads keep their place", async () => {
  const inMemory = { pictures: 1, files: 2 };
  const uploads = createUploads(folder, { ...uploadLimits, inMemory });
  let inUse = 0;
  let mostInUse = 0;
  const allArrived = Promise.withResolvers<void>();
  const use = async () => {
    inUse += 1;
    mostInUse = Math.max(mostInUse, inUse);
    await allArrived.promise;
    inUse -= 1;
  };
  const sent = Array.from({ length: 8 }, () =>
    uploads.receive(upload(bodyOf([10])), { ...asGiven, use }),
  );
  await expect.poll(() => uploads.arrived).toBe(8);
  allArrived.resolve();
  await Promise.all(sent);
  expect(mostInUse).toBe(2);
});

test("other files don't wait for pictures, and accounts take turns", async () => {
  const inMemory = { pictures: 1, files: 1 };
  const uploads = createUploads(folder, { ...uploadLimits, inMemory });
  const done: string[] = [];
  const begun = Promise.withResolvers<void>();
  const decoded = Promise.withResolvers<void>();
  const send = (what: string, account: string, kind: "pictures" | "files", until?: Promise<void>) =>
    uploads.receive(upload(bodyOf([1])), {
      ...asGiven,
      kind,
      from: { ...from, account },
      use: async () => {
        begun.resolve();
        await until;
        done.push(what);
      },
    });
  const first = send("a1", "a", "pictures", decoded.promise);
  await begun.promise;
  const others = [send("a2", "a", "pictures")];
  await expect.poll(() => uploads.arrived).toBe(2);
  others.push(send("a3", "a", "pictures"));
  await expect.poll(() => uploads.arrived).toBe(3);
  await send("a file", "b", "files");
  expect(done).toEqual(["a file"]);
  // One account's first comes before another's third.
  others.push(send("b1", "b", "pictures"));
  await expect.poll(() => uploads.arrived).toBe(4);
  decoded.resolve();
  await Promise.all([first, ...others]);
  expect(done).toEqual(["a file", "a1", "b1", "a2", "a3"]);
});

test("nothing is written of a file that declares a size over the limit", async () => {
  const uploads = createUploads(folder, { ...uploadLimits, least: 1 });
  const written = vi.spyOn(await fileHandles(), "write");
  onTestFinished(() => written.mockRestore());
  await expect(uploads.receive(upload(bodyOf([6, 4]), 11), asGiven)).rejects.toMatchObject({
    status: 413,
  });
  expect(written).not.toHaveBeenCalled();
  expect(await uploads.receive(upload(bodyOf([6, 4]), 10), asGiven)).toHaveLength(10);
  expect(written).toHaveBeenCalledTimes(2);
});

async function fileHandles() {
  const file = await open(join(folder, "probe"), "w");
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}
