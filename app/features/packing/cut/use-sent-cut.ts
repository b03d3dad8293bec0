import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { proposedLine } from "#app/domain/packages/by-cut/by-cut.ts";
import type { StationOrder } from "#app/domain/packages/packing.ts";
import type { OpOf, StationOp } from "#app/domain/packages/station-ops.ts";
import type { Waiting } from "#app/lib/send-queue.ts";
import type { Refusal } from "../station/op-queue.ts";
import { type ShownLine, shownLines } from "../station/station-view.ts";
import type { Sent } from "../station/use-sent-order.ts";
import { type CutBoard, type CutLine, othersLeft } from "./cut-board.ts";
import { createCutOutbox, nothingWaits } from "./cut-outbox.ts";

/** Returns the board's lines, updated with the server's answers since the page was loaded. */
function boardLines(
  { lines, productId }: Pick<CutBoard, "lines" | "productId">,
  answers: ReadonlyMap<string, StationOrder>,
): CutLine[] {
  return lines.flatMap((line): CutLine[] => {
    const answered = answers.get(line.owner.orderId);
    if (!answered || answered.version <= line.owner.version) return [line];
    // Finished, held or cancelled meanwhile; nothing more is weighed for it.
    if (answered.status !== "pending" || answered.holds.length > 0) return [];
    const now = answered.lines.find(({ id }) => id === line.id);
    if (!now || now.productId !== productId || now.packState === "substituted") return [];
    const left = othersLeft(answered.lines, productId);
    const owner = { ...line.owner, version: answered.version, othersLeft: left };
    return [{ ...now, owner }];
  });
}

function withWaiting(
  lines: readonly CutLine[],
  waitingOf: (orderId: string) => readonly Waiting<StationOp>[],
): ShownLine[] {
  const now = new Date();
  return lines.flatMap((line) =>
    shownLines({ lines: [line], boxes: [] }, waitingOf(line.owner.orderId), now),
  );
}

/** Like `useSentOrder`, for a cut: its lines as the server has them, and all unsent operations. */
export function useSentCut(board: CutBoard): Sent {
  const [answers, setAnswers] = useState<ReadonlyMap<string, StationOrder>>(new Map());
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const [outbox] = useState(() =>
    createCutOutbox({
      onOrder: (order) => setAnswers((before) => new Map(before).set(order.id, order)),
      onRefused: (refusal) => setRefusals((before) => [...before, refusal]),
    }),
  );
  const state = useSyncExternalStore(outbox.subscribe, outbox.getState, () => nothingWaits);
  const ids = [...new Set(board.lines.map(({ owner }) => owner.orderId))].toSorted().join(" ");
  useEffect(() => outbox.open(ids.split(" ")), [outbox, ids]);
  useEffect(() => () => outbox.close(), [outbox]);

  const stored = useMemo(() => boardLines(board, answers), [board, answers]);
  const waitingOf = (orderId: string) => state.byOrder.get(orderId) ?? [];
  const lines = useMemo(
    () => withWaiting(stored, (orderId) => state.byOrder.get(orderId) ?? []),
    [stored, state],
  );

  function orderOf(op: StationOp): string | undefined {
    const isMeant = ({ id, packages }: ShownLine) => {
      if ("itemId" in op) return id === op.itemId;
      const moved = op.kind === "move" ? op.packages.map(({ packageId }) => packageId) : [];
      const named = "packageId" in op ? [op.packageId] : moved;
      return packages.some((one) => named.includes(one.id) || named.includes(one.requestId));
    };
    return lines.find(isMeant)?.owner?.orderId;
  }

  return {
    path: cutPath(board),
    orderIdOf: ({ owner }) => owner?.orderId ?? "",
    phoneOf: ({ owner }) => owner?.phone ?? "",
    lines,
    loadedLines: board.lines,
    boxes: [],
    waiting: state.waiting,
    connection: state.line,
    refusals,
    linesWith: (ops) =>
      withWaiting(stored, (orderId) => [
        ...waitingOf(orderId),
        ...ops
          .filter((op) => orderOf(op) === orderId)
          .map((op, index) => ({ id: String(index), op })),
      ]),
    add(op) {
      const orderId = orderOf(op);
      if (orderId) outbox.add(orderId, op);
    },
    waitsFor(op: OpOf<"package">) {
      // Orders are sent to in parallel, so a label voided in one may not be free yet.
      const isTakenBack = op.serial !== null && state.waiting.some((one) => one.op.kind === "void");
      return isTakenBack ? "What was taken back isn't sent yet. Scan it again in a moment." : null;
    },
    forget: (refusal) => setRefusals((before) => before.filter((other) => other !== refusal)),
    retryNow: () => void outbox.retryNow(),
    // Orders are finished at their own stations.
    finalise: async () => "Finish the order at its own station.",
  };
}

function cutPath({ day, productId }: Pick<CutBoard, "day" | "productId">): string {
  return `/admin/packing/cuts/${day}/${productId}`;
}

/** Returns the line that a package fits after someone else filled its own. */
export function givenInstead(
  lines: readonly ShownLine[],
  op: StationOp,
  net: (op: OpOf<"package">) => { netLb: string; pieces: number } | null,
): ShownLine | undefined {
  if (op.kind !== "package") return undefined;
  const weight = net(op);
  return weight ? proposedLine(lines, weight) : undefined;
}
