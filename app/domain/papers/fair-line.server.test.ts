import { expect, it } from "vitest";
import { createFairLine } from "./fair-line.server.ts";
import { PrintAbandonedError, printLimits } from "./printing.ts";

/** Returns a queue whose tasks end on command, and the order in which they began. */
function lineOf(inLine: Partial<typeof printLimits.inLine> = {}) {
  const line = createFairLine({ inLine: { ...printLimits.inLine, ...inLine } });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (
    name: string,
    { clientAddress = name, signal = undefined as AbortSignal | undefined } = {},
  ) => {
    const [account = ""] = name;
    return line.wait({ account, clientAddress, signal }, async () => {
      begun.push(name);
      await new Promise<void>((end) => ends.push(end));
      return name;
    });
  };
  /** Ends all running tasks until none waits. */
  const finish = async () => {
    while (line.size > 0) {
      ends.shift()?.();
      await new Promise((done) => setImmediate(done));
    }
  };
  return { line, begun, ask, finish };
}

it("runs one task at a time, and lets accounts take turns", async () => {
  const { begun, ask, finish } = lineOf();
  const all = Promise.all(["a1", "a2", "a3", "a4", "b1", "c1", "b2"].map((name) => ask(name)));
  await new Promise((done) => setImmediate(done));
  expect(begun).toEqual(["a1"]);
  await finish();
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  expect(await all).toEqual(["a1", "a2", "a3", "a4", "b1", "c1", "b2"]);
});

it("limits tasks per account, per network and in total, and refuses more immediately", async () => {
  const { ask, finish, begun } = lineOf({ account: 2, network: 3, process: 4 });
  const refused = { name: "PrintRefusedError", retryAfter: expect.any(Number) };
  const near = { clientAddress: "192.0.2.1" };
  const taken = [ask("a1"), ask("a2")];
  await expect(ask("a3")).rejects.toMatchObject({ ...refused, status: 429 });
  taken.push(ask("b1", near), ask("c1", near));
  await expect(ask("d1")).rejects.toMatchObject({ ...refused, status: 503 });
  await finish();
  await Promise.all(taken);
  const again = ["d1", "e1", "f1"].map((name) => ask(name, near));
  await expect(ask("g1", near)).rejects.toMatchObject({ ...refused, status: 429 });
  await finish();
  await Promise.all(again);
  expect(begun).toHaveLength(7);
});

it("frees the places of requesters who leave while they wait", async () => {
  const { line, begun, ask, finish } = lineOf({ process: 3 });
  const left = new AbortController();
  const first = ask("a1");
  const leaving = [ask("b1", { signal: left.signal }), ask("b2", { signal: left.signal })];
  left.abort();
  for (const one of leaving) await expect(one).rejects.toThrow(PrintAbandonedError);
  await expect(ask("b3", { signal: left.signal })).rejects.toThrow(PrintAbandonedError);
  expect(line.size).toBe(1);
  const next = ask("c1");
  await finish();
  expect(await Promise.all([first, next])).toEqual(["a1", "c1"]);
  expect(begun).toEqual(["a1", "c1"]);
});

it("continues after a task that failed", async () => {
  const { line, ask, finish } = lineOf();
  const failing = line.wait({ account: "a", clientAddress: "" }, async () => {
    throw new Error("out of paper");
  });
  const next = ask("b1");
  await expect(failing).rejects.toThrow("out of paper");
  await finish();
  expect(await next).toBe("b1");
});
