import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { StationOrder } from "#app/domain/packages/packing.ts";
import { type StationOp, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import { createOpQueue, type OpAnswer, type Refusal } from "./op-queue.ts";

const orderId = "00000000-0000-4000-8000-000000000001";
const box = (after: number) => stationOpSchema.parse({ kind: "box", after }) as StationOp;
const afterOf = (op: StationOp) => (op.kind === "box" ? op.after : -1);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { addEventListener() {}, removeEventListener() {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A queue with a scripted server, and storage that outlives it. */
function station(answers: (op: StationOp) => OpAnswer | null, storage = new Map<string, string>()) {
  const sent: number[] = [];
  const refusals: Refusal[] = [];
  const versions: number[] = [];
  const queue = createOpQueue(
    orderId,
    {
      onOrder: ({ version }) => versions.push(version),
      onRefused: (refusal) => refusals.push(refusal),
    },
    {
      async send(_, op) {
        const answer = answers(op);
        if (answer) sent.push(afterOf(op));
        return answer;
      },
      read: (id) => storage.get(id) ?? null,
      write: (id, text) => void (text === null ? storage.delete(id) : storage.set(id, text)),
    },
  );
  return { queue, sent, refusals, versions, storage };
}

const done = (version = 1): OpAnswer => ({ kind: "done", order: { version } as StationOrder });

it("sends operations one after the other, in order", async () => {
  const { queue, sent, versions } = station(() => done());
  queue.start();
  for (const after of [1, 2, 3]) queue.add(box(after));
  expect(queue.getState().waiting).toHaveLength(3);
  expect(await queue.whenSent()).toBe(true);
  expect(sent).toEqual([1, 2, 3]);
  expect(versions).toHaveLength(3);
  expect(queue.getState()).toEqual({ waiting: [], line: "open" });
});

it("keeps an unanswered operation, tries again later, and then sends it first", async () => {
  let isLost = true;
  const { queue, sent, storage } = station(() => (isLost ? null : done()));
  queue.start();
  queue.add(box(1));
  queue.add(box(2));
  expect(await queue.whenSent()).toBe(false);
  expect(queue.getState()).toMatchObject({ line: "lost" });
  expect(JSON.parse(storage.get(orderId) ?? "")).toHaveLength(2);
  isLost = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([1, 2]);
  expect(storage.has(orderId)).toBe(false);
  expect(queue.getState()).toMatchObject({ line: "open", waiting: [] });
});

it("sends the operations that a closed page left, except invalid ones", async () => {
  const storage = new Map<string, string>();
  const first = station(() => null, storage);
  first.queue.start()();
  first.queue.add(box(1));
  await vi.advanceTimersByTimeAsync(0);
  const left = JSON.parse(storage.get(orderId) ?? "[]");
  storage.set(orderId, JSON.stringify([{ id: "x", op: { kind: "delete all" } }, ...left]));

  const second = station(() => done(), storage);
  second.queue.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(second.sent).toEqual([1]);
});

it("starts over if the storage is corrupt", () => {
  const { queue } = station(() => done(), new Map([[orderId, '[{"id":']]));
  queue.start();
  expect(queue.getState().waiting).toEqual([]);
});

it("reports refused operations, and continues", async () => {
  const refused: OpAnswer = { kind: "refused", reason: "gone", message: "Gone.", order: null };
  const { queue, refusals, sent } = station((op) => (afterOf(op) === 1 ? refused : done()));
  queue.start();
  queue.add(box(1));
  queue.add(box(2));
  await queue.whenSent();
  expect(refusals).toMatchObject([{ reason: "gone", message: "Gone.", op: { after: 1 } }]);
  expect(sent).toEqual([1, 2]);
});

it("keeps all operations if the session has ended", async () => {
  const { queue } = station(() => ({ kind: "signed out" }));
  queue.start();
  queue.add(box(1));
  expect(await queue.whenSent()).toBe(false);
  expect(queue.getState()).toMatchObject({ line: "signed out", waiting: [{}] });
});
