import { expect, test } from "vitest";
import { createWorkQueue, QueueFullError } from "./work-queue.server.ts";

/** Returns tasks that are finished by hand, and those that have begun. */
function workshop() {
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const piece = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => finish.set(name, () => resolve(name)));
  };
  return { begun, piece, finish: (name: string) => finish.get(name)?.() };
}

test("limits concurrent work, in order of arrival, urgent work first", async () => {
  const { begun, piece, finish } = workshop();
  const queue = createWorkQueue({ atOnce: 2, mayWait: 10 });
  const all = ["a", "b", "c"].map((name) => queue.run(piece(name)));
  all.push(queue.run(piece("urgent"), { turn: "first" }));
  expect(begun).toEqual(["a", "b"]);
  finish("b");
  await expect.poll(() => begun).toEqual(["a", "b", "urgent"]);
  finish("a");
  await expect.poll(() => begun).toEqual(["a", "b", "urgent", "c"]);
  finish("urgent");
  finish("c");
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "urgent"]);
});

test("refuses excess work immediately, except urgent work", async () => {
  const { begun, piece, finish } = workshop();
  const queue = createWorkQueue({ atOnce: 1, mayWait: 1 });
  const all = [queue.run(piece("a")), queue.run(piece("b"))];
  await expect(queue.run(piece("c"))).rejects.toThrow(QueueFullError);
  all.push(queue.run(piece("d"), { turn: "first" }));
  for (const name of ["a", "d", "b"]) {
    await expect.poll(() => begun).toContain(name);
    finish(name);
  }
  expect(await Promise.all(all)).toEqual(["a", "b", "d"]);
});

test("does background work last, without taking a place in the queue", async () => {
  const { begun, piece, finish } = workshop();
  const queue = createWorkQueue({ atOnce: 1, mayWait: 1 });
  const all = [queue.run(piece("a"))];
  for (const name of ["x", "y"]) all.push(queue.run(piece(name), { turn: "last" }));
  all.push(queue.run(piece("b")));
  for (const name of ["a", "b", "x", "y"]) {
    await expect.poll(() => begun.at(-1)).toBe(name);
    finish(name);
  }
  await Promise.all(all);
});

test("frees the place of work that fails", async () => {
  const queue = createWorkQueue({ atOnce: 1, mayWait: 1 });
  await expect(queue.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await queue.run(async () => "yes")).toBe("yes");
});

test("refuses work that has waited too long without starting it, and frees its place", async () => {
  const { begun, piece, finish } = workshop();
  const queue = createWorkQueue({ atOnce: 1, mayWait: 1, patienceMs: 20 });
  const first = queue.run(piece("a"));
  await expect(queue.run(piece("b"))).rejects.toThrow(QueueFullError);
  // Once begun, it may take as long as it needs.
  finish("a");
  expect(await first).toBe("a");
  const next = queue.run(piece("c"));
  await expect.poll(() => begun).toEqual(["a", "c"]);
  finish("c");
  expect(await next).toBe("c");
  await expect(queue.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
});
