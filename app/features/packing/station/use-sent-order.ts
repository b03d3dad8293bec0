import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { StationOrder } from "#app/domain/packages/packing.ts";
import type { OpOf, StationOp } from "#app/domain/packages/station-ops.ts";
import type { QueueState } from "#app/lib/send-queue.ts";
import { createOpQueue, type Refusal, sendOp } from "./op-queue.ts";
import { packedAs, type ShownLine, shownBoxes, shownLines } from "./station-view.ts";

const initialQueue: QueueState<StationOp> = { waiting: [], line: "open" };

/**
 * The order as the server has it, and the unsent operations, which are sent oldest first. Refusals
 * are kept until the packer dismisses them.
 */
export function useSentOrder(loaded: StationOrder) {
  const [answered, setAnswered] = useState(loaded);
  const order = answered.id === loaded.id && answered.version > loaded.version ? answered : loaded;
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const latest = useRef(order);

  useEffect(() => {
    if (order.version >= latest.current.version) latest.current = order;
  }, [order]);

  const queue = useMemo(
    () =>
      createOpQueue(loaded.id, {
        onOrder(stored) {
          latest.current = stored;
          setAnswered(stored);
        },
        onRefused: (refusal) => setRefusals((before) => [...before, refusal]),
      }),
    [loaded.id],
  );
  const { waiting, line: connection } = useSyncExternalStore(
    queue.subscribe,
    queue.getState,
    () => initialQueue,
  );
  useEffect(() => queue.start(), [queue]);
  useClaim(order);

  const lines = useMemo(() => shownLines(order, waiting, new Date()), [order, waiting]);
  const boxes = useMemo(() => shownBoxes(order, waiting, lines), [order, waiting, lines]);

  function linesWith(ops: readonly StationOp[]): ShownLine[] {
    const more = ops.map((op, index) => ({ id: String(index), op }));
    return shownLines(order, [...waiting, ...more], new Date());
  }

  /**
   * Finishes the order if all was sent and nothing has changed since the packer was asked. Returns
   * null, or why it wasn't finished.
   *
   * @param asked what was packed when the packer was asked (`packedAs`)
   */
  async function finalise(asked: string): Promise<string | null> {
    if (!(await queue.whenSent())) {
      return "Some packages haven't been sent yet. Wait for the network.";
    }
    const now = latest.current;
    if (packedAs(shownLines(now, [], new Date())) !== asked) {
      return "Someone changed this order in the meantime. Look at it again.";
    }
    const answer = await sendOp(order.id, { kind: "finalise", version: now.version });
    if (!answer) return "The shop did not answer. Try again in a moment.";
    if (answer.kind === "signed out") return "You are signed out. Sign in again.";
    if (answer.order) setAnswered(answer.order);
    return answer.kind === "refused" ? answer.message : null;
  }

  return {
    order,
    path: `/admin/packing/${order.id}`,
    orderIdOf: (_: ShownLine) => order.id,
    phoneOf: (_: ShownLine) => order.phone,
    linesWith,
    lines,
    /** As loaded with the page, to compare with the lots' pounds loaded at the same time. */
    loadedLines: loaded.lines,
    boxes,
    waiting,
    connection,
    refusals,
    finalise,
    add: (op: StationOp) => queue.add(op),
    /** Says why a package can't be sent yet; null if it can. */
    waitsFor: (_: OpOf<"package">): string | null => null,
    forget: (refusal: Refusal) =>
      setRefusals((before) => before.filter((other) => other !== refusal)),
    retryNow: queue.retryNow,
  };
}

/** What is packed and what is unsent, for one order or a cut across orders. */
export type Sent = Omit<ReturnType<typeof useSentOrder>, "order">;

/** Milliseconds between renewals; a claim lasts two minutes. */
const claimMs = 60_000;

function useClaim({ id, status }: StationOrder) {
  const claim = useEffectEvent(() => {
    if (document.visibilityState === "visible") void sendOp(id, { kind: "claim" });
  });
  const isPending = status === "pending";
  useEffect(() => {
    if (!isPending) return;
    claim();
    const timer = setInterval(() => claim(), claimMs);
    return () => clearInterval(timer);
  }, [isPending]);
}
