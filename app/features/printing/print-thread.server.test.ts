import { expect, it } from "vitest";
import { pickListJob } from "#app/features/packing/papers/pick-list-job.ts";
import { pickList } from "#tests/setup/files/packing-papers.ts";
import { createPrintThread } from "./print-thread.server.ts";

it("prints one document after another, each for the one who asked", async () => {
  const print = createPrintThread(async () => null);
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

it("tells of a failure who asked, and prints the next", async () => {
  const print = createPrintThread(async () => null);
  const missing = print({ template: "printing/no-such-paper", sheet: {}, created: 0 });
  const next = print(pickListJob(pickList()));
  await expect(missing).rejects.toThrow("printing/no-such-paper could not be printed");
  expect((await next).length).toBeGreaterThan(1000);
});
