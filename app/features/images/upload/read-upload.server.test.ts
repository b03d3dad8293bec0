import { expect, test } from "vitest";
import { ImageRefusedError } from "./image-upload.ts";
import { readUpload } from "./read-upload.server.ts";

function bodyOf(sizes: number[]) {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const size = sizes[sent];
      sent += 1;
      if (size === undefined) controller.close();
      else controller.enqueue(new Uint8Array(size));
    },
  });
  return body;
}

test("what is within the limit is read whole", async () => {
  expect((await readUpload(bodyOf([4, 0, 6]), 10)).byteLength).toBe(10);
  expect((await readUpload(null)).byteLength).toBe(0);
});

test("what is over it is refused, whatever was said of its length", async () => {
  const reading = readUpload(bodyOf([6, 6]), 10);
  await expect(reading).rejects.toThrow(ImageRefusedError);
  await expect(reading).rejects.toMatchObject({ status: 413 });
});

test("what has no end is not waited for", async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
    cancel() {
      cancelled = true;
    },
  });
  await expect(readUpload(endless)).rejects.toMatchObject({ status: 413 });
  expect(cancelled).toBe(true);
});
