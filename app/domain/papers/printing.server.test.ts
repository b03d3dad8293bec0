import { afterEach, expect, it } from "vitest";
import { pickListJob } from "#app/features/packing/papers/pick-list-words.ts";
import { pickList, pickListCut } from "#tests/setup/files/packing-papers.ts";
import type { PrintJob } from "./print-job.ts";
import { createPrinting, type OpenPrinting } from "./printing.server.ts";
import { PrintAbandonedError, PrintRefusedError, printLimits } from "./printing.ts";

let printing: OpenPrinting;
afterEach(() => printing.close());

function open(limits: Partial<typeof printLimits> = {}) {
  printing = createPrinting(async () => null, { ...printLimits, ...limits });
  return (
    job: PrintJob,
    { account = "an account", signal = undefined as AbortSignal | undefined } = {},
  ) => printing.inLine({ account, clientAddress: "", signal }, (print) => print(job));
}

const short = pickListJob(pickList());

/** Two hundred pages take seconds. */
function longJob(): PrintJob {
  const [split] = pickListCut().splits;
  if (!split) throw new Error("The sample has an order");
  const splits = Array.from({ length: 100 }, () => split);
  return pickListJob(
    pickList({ cuts: Array.from({ length: 100 }, () => pickListCut({ splits })) }),
  );
}

it("prints one document after another, each for its requester", async () => {
  const print = open();
  const days = ["2026-11-23", "2026-11-24", "2026-11-25"];
  const order: string[] = [];
  const pdfs = await Promise.all(
    days.map(async (day) => {
      const pdf = await print(pickListJob(pickList({ day })));
      order.push(day);
      return Buffer.from(pdf).toString("latin1");
    }),
  );
  expect(order).toEqual(days);
  for (const [index, pdf] of pdfs.entries()) expect(pdf).toContain(`Nov ${23 + index}, 2026`);
});

it("reports a failure to its requester, and prints the next in the same process", async () => {
  const print = open();
  await print(short);
  const { pid } = printing.state;
  const missing = print({ template: "domain/papers/no-such-paper", sheet: {}, created: 0 });
  const next = print(short);
  await expect(missing).rejects.toThrow("domain/papers/no-such-paper could not be printed");
  expect((await next).length).toBeGreaterThan(1000);
  expect(printing.state).toEqual({ inLine: 0, pid });
});

it("aborts a long document when its requester leaves, and prints the next in a new process", async () => {
  const print = open({ abandoned: 0 });
  await print(short);
  const { pid } = printing.state;
  const left = new AbortController();
  const asker = { account: "a", clientAddress: "", signal: left.signal };
  const leaving = printing.inLine(asker, (begin) => {
    const pdf = begin(longJob());
    left.abort();
    return pdf;
  });
  const next = print(short, { account: "another" });
  await expect(leaving).rejects.toThrow(PrintAbandonedError);
  expect((await next).length).toBeGreaterThan(1000);
  expect(printing.state.pid).not.toBe(pid);
});

it("says when to retry if the machine was too busy", async () => {
  const print = open({ time: 1 });
  const ended = print(longJob());
  await expect(ended).rejects.toThrow(PrintRefusedError);
  await expect(ended).rejects.toMatchObject({ status: 503, retryAfter: expect.any(Number) });
  expect(printing.state).toEqual({ inLine: 0, pid: undefined });
});

// Only Linux reports another process's memory and time.
it.runIf(process.platform === "linux")(
  "aborts a document that takes too much processor time",
  async () => {
    const print = open({ work: 1 });
    await expect(print(longJob())).rejects.toMatchObject({ status: 413, retryAfter: null });
    expect(printing.state).toEqual({ inLine: 0, pid: undefined });
  },
);

it.runIf(process.platform === "linux")("aborts a document that takes too much memory", async () => {
  const print = open({ memory: 1 });
  await expect(print(longJob())).rejects.toMatchObject({ status: 413 });
  expect(printing.state).toEqual({ inLine: 0, pid: undefined });
});

it("replaces the process once it has grown, or has printed enough", async () => {
  const print = open({ replace: { memory: 1, prints: 9 } });
  await print(short);
  expect(printing.state.pid).toBeUndefined();
  printing.close();
  const again = open({ replace: { ...printLimits.replace, prints: 2 } });
  await again(short);
  expect(printing.state.pid).toBeGreaterThan(0);
  await again(short);
  expect(printing.state.pid).toBeUndefined();
});

it("ends the process after a while without printing", async () => {
  const print = open({ idle: 1 });
  await print(short);
  await expect.poll(() => printing.state.pid).toBeUndefined();
});
