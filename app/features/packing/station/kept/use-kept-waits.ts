import { useEffect, useEffectEvent, useState } from "react";
import { z } from "zod";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { type OpOf, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import type { TypedWeight } from "#app/domain/packages/typed-weight.ts";
import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { weightUnits } from "#db/schema/values/meat/packages.ts";

const packageOp = stationOpSchema.refine(
  (op): op is OpOf<"package"> => op.kind === "package",
  "Not a package",
);

const stored = z.object({
  forLot: z
    .object({ itemId: z.guid(), code: z.string().max(40), ops: z.array(packageOp).min(1).max(500) })
    .nullable(),
  /** Cut weights without an order. */
  forOrder: z
    .array(
      z.object({
        kind: z.literal("weight"),
        value: z.string().max(20),
        unit: z.enum(weightUnits),
        pieces: z.number().int().nullable(),
      }),
    )
    .max(500),
});

/** Weights that aren't added before the packer has answered. */
export interface KeptWaits {
  forLot: { itemId: string; code: string; ops: readonly OpOf<"package">[] } | null;
  forOrder: readonly TypedWeight[];
}

/**
 * Stores the weights that wait for an answer in the browser, so that leaving the station doesn't
 * lose them. Each keeps its request id, so one that another tab has added is stored only once.
 *
 * @param place the order or the cut
 * @param onKept receives what an earlier visit left, once the page is live
 */
export function useKeptWaits(
  place: string,
  { forLot, forOrder }: KeptWaits,
  onKept: (kept: KeptWaits) => void,
) {
  const isLive = useHydrated();
  const [isRead, setRead] = useState(false);
  const restore = useEffectEvent(() => {
    const kept = read(place);
    if (kept) onKept(kept);
    setRead(true);
  });
  useEffect(() => {
    if (isLive) restore();
  }, [isLive]);
  const text =
    forLot || forOrder.length > 0
      ? JSON.stringify({ forLot: forLot && ofLot(forLot), forOrder })
      : null;
  useEffect(() => {
    // Until they were read, there are none here to store.
    if (isRead) write(place, text);
  }, [isRead, place, text]);
}

function ofLot({ itemId, code, ops }: NonNullable<KeptWaits["forLot"]>) {
  return { itemId, code, ops };
}

function read(place: string): KeptWaits | undefined {
  return withStorage((storage) => stored.parse(JSON.parse(storage.getItem(keyOf(place)) ?? "")));
}

function write(place: string, text: string | null): void {
  withStorage((storage) =>
    text === null ? storage.removeItem(keyOf(place)) : storage.setItem(keyOf(place), text),
  );
}

function keyOf(place: string): string {
  return `packing:waits:${place}`;
}
