import { expect, test, vi } from "vitest";
import {
  tooLargeMessage,
  UploadError,
  type UploadedImage,
} from "#app/domain/pictures/upload/image-upload.ts";
import { maxUploadBytes } from "#app/domain/pictures/upload/upload-limits.ts";
import { createUploadQueue, type Upload } from "./upload-queue.ts";

const image: UploadedImage = {
  path: "products/sample.jpg",
  url: "/photos/products/sample.jpg?t=1",
  width: 4,
  height: 3,
  preview: "data:image/webp;base64,AA==",
};

interface Sent {
  name: string;
  tell: (part: number) => void;
  arrive: () => void;
  fail: (message: string) => void;
  refuse: (message: string) => void;
  cutOff: () => void;
  signal: AbortSignal;
}

function heldQueue(wait?: (ms: number) => Promise<unknown>) {
  const sent: Sent[] = [];
  const onUploaded = vi.fn();
  const onFailed = vi.fn((_: Upload) => undefined);
  const queue = createUploadQueue(
    (file, _, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        const fail = (message: string) => reject(new UploadError(message, "failed"));
        const refuse = (message: string) => reject(new UploadError(message, "refused"));
        const cutOff = () => reject(new UploadError("Cut off", "lost"));
        signal.addEventListener("abort", () => fail(""));
        sent.push({
          name: file.name,
          tell: onProgress,
          arrive: () => resolve(image),
          fail,
          refuse,
          cutOff,
          signal,
        });
      }),
    { onUploaded, onFailed },
    wait,
  );
  const states = () => queue.getSnapshot().map(({ file, state }) => `${file.name} ${state}`);
  return { queue, sent, states, onUploaded, onFailed };
}

const files = (...names: string[]) => names.map((name) => new File(["x"], name));
const address = () => "/api/images";

test("two files are sent concurrently, and the next once one has arrived", async () => {
  const { queue, sent, states, onUploaded } = heldQueue();
  queue.add(files("a", "b", "c"), address);
  expect(states()).toEqual(["a sending", "b sending", "c waiting"]);
  sent[1]?.arrive();
  await vi.waitFor(() => expect(states()).toEqual(["a sending", "b done", "c sending"]));
  expect(onUploaded).toHaveBeenCalledWith(expect.objectContaining({ state: "done" }), image);
  queue.clearDone();
  expect(states()).toEqual(["a sending", "c sending"]);
});

test("each file reports its own progress", () => {
  const { queue, sent } = heldQueue();
  queue.add(files("a", "b"), address);
  sent[0]?.tell(0.5);
  expect(queue.getSnapshot().map(({ progress }) => progress)).toEqual([0.5, 0]);
});

test("a failed file doesn't affect the others, shows its message, and can be sent again", async () => {
  const { queue, sent, states, onFailed } = heldQueue();
  queue.add(files("a", "b"), address);
  sent[0]?.fail("PDF files are not supported.");
  await vi.waitFor(() => expect(states()).toEqual(["a failed", "b sending"]));
  expect(onFailed.mock.calls[0]?.[0].message).toBe("PDF files are not supported.");
  queue.retry(queue.getSnapshot()[0]?.id ?? 0);
  expect(states()).toEqual(["a sending", "b sending"]);
  sent[2]?.arrive();
  await vi.waitFor(() => expect(states()).toEqual(["a done", "b sending"]));
});

test("a cancelled file is aborted and leaves the list without counting as failed", async () => {
  const { queue, sent, states, onFailed } = heldQueue();
  queue.add(files("a", "b", "c"), address);
  queue.cancel(queue.getSnapshot()[0]?.id ?? 0);
  expect(sent[0]?.signal.aborted).toBe(true);
  await vi.waitFor(() => expect(states()).toEqual(["b sending", "c sending"]));
  queue.cancelAll();
  expect(states()).toEqual([]);
  expect(sent.every(({ signal }) => signal.aborted)).toBe(true);
  expect(onFailed).not.toHaveBeenCalled();
});

test("a file that is too large is not sent", () => {
  const { queue, sent, states, onFailed } = heldQueue();
  const large = new File(["x"], "large");
  Object.defineProperty(large, "size", { value: maxUploadBytes + 1 });
  queue.add([large, ...files("a")], address);
  expect(states()).toEqual(["large failed", "a sending"]);
  expect(onFailed.mock.calls[0]?.[0].message).toBe(tooLargeMessage);
  queue.retry(queue.getSnapshot()[0]?.id ?? 0);
  expect(sent.map(({ name }) => name)).toEqual(["a"]);
});

test("a file whose connection is lost is sent three times, after 1 s and 2 s", async () => {
  const waits: number[] = [];
  const { queue, sent, states, onFailed } = heldQueue(async (ms) => waits.push(ms));
  queue.add(files("a"), address);
  for (const times of [1, 2]) {
    sent.at(-1)?.tell(0.5);
    sent.at(-1)?.cutOff();
    await vi.waitFor(() => expect(sent).toHaveLength(times + 1));
    expect(queue.getSnapshot()[0]).toMatchObject({ isInterrupted: true, progress: 0 });
  }
  expect(waits).toEqual([1000, 2000]);
  sent.at(-1)?.tell(0.1);
  expect(queue.getSnapshot()[0]?.isInterrupted).toBe(false);
  sent.at(-1)?.cutOff();
  await vi.waitFor(() => expect(states()).toEqual(["a failed"]));
  expect(onFailed).toHaveBeenCalledTimes(1);
  expect(queue.getSnapshot()[0]).toMatchObject({ message: "Cut off", canRetry: true });
});

test("a file that is cancelled while it waits for a retry is not sent", async () => {
  const { queue, sent, states } = heldQueue();
  queue.add(files("a"), address);
  sent[0]?.cutOff();
  await vi.waitFor(() => expect(queue.getSnapshot()[0]?.isInterrupted).toBe(true));
  queue.cancelAll();
  queue.add(files("b", "c"), address);
  await vi.waitFor(() => expect(states()).toEqual(["b sending", "c sending"]));
  expect(sent.map(({ name }) => name)).toEqual(["a", "b", "c"]);
});

test("a failed file can be sent again, unless it can never be accepted", async () => {
  const { queue, sent, states } = heldQueue();
  queue.add(files("a", "b"), address);
  sent[0]?.refuse("PDF files are not supported.");
  sent[1]?.fail("Please sign in");
  await vi.waitFor(() => expect(states()).toEqual(["a failed", "b failed"]));
  expect(queue.getSnapshot().map(({ canRetry }) => canRetry)).toEqual([false, true]);
});

test("files that are chosen together share a batch", () => {
  const { queue } = heldQueue();
  queue.add(files("a", "b"), address);
  queue.add(files("c"), address);
  const [a, b, c] = queue.getSnapshot().map(({ batch }) => batch);
  expect(a).toBe(b);
  expect(b).not.toBe(c);
});
