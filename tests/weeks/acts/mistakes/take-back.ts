import { asc, eq } from "drizzle-orm";
import { takeBackCutting } from "#app/domain/cutting/take-back-cutting.server.ts";
import { voidReceipt } from "#app/domain/receiving/correct/correct-receipt.server.ts";
import { takeBackEntry } from "#app/domain/stock/take-back.server.ts";
import { receipts } from "#db/schema/meat/receiving.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { act } from "../../life/act.ts";
import { known, Skipped, type World } from "../../life/world.ts";
import type { WhyNot } from "../../pencil/refusal-book.ts";
import { judged } from "../judged.ts";
import { lotIdOf } from "../packing.ts";

// Entries made by mistake are reversed, unless something depends on them.

const isUsed = ({ pencil }: World, lots: readonly string[]) =>
  lots.some((lot) => pencil.stock.isUsed(lot));

const isReceiptUsed = ({ pencil, receipts: all }: World, key: string) =>
  pencil.stock.isReceiptUsed(key, known(all, key).lines.length);

export const takeEntryBack = act<{ key: string }>({
  weight: 8,
  choose(world, random) {
    const { stock } = world.pencil;
    const all = [...world.byHand.keys()].filter((key) => stock.isEntered(key));
    // Most mistakes are seen at once.
    const fresh = all.filter((key) => !stock.isCountedSince(key));
    const key = random.pick(random.chance(0.85) ? fresh : all);
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `${key} was a mistake and is taken back`,
  async run(world, { key }) {
    const { db, staff, pencil } = world;
    const entries = await db
      .select({ id: stockEntries.id, lotId: stockEntries.lotId })
      .from(stockEntries)
      .where(eq(stockEntries.requestId, known(world.byHand, key)))
      .orderBy(asc(stockEntries.id));
    const isLate = ({ lotId }: { lotId: string | null }) =>
      pencil.stock.isCountedSince(key, (lot) => lotId === lotIdOf(world, lot ?? null));
    const late = entries.filter(isLate);
    const why: WhyNot[] = late.length > 0 ? ["counted since"] : [];
    // If one entry can't be reversed, none is.
    const takingBack = async () => {
      for (const { id } of late.length > 0 ? late : entries) {
        await takeBackEntry(db, staff, { id, reason: "A slip" });
      }
    };
    await judged(world, { what: `${key} was taken back`, why, act: takingBack });
    await takingBack();
    pencil.stock.takenBack(key);
    world.byHand.delete(key);
  },
});

/** Forgets the lots of a mistaken receipt or sheet, unless something else added to them. */
function forgetLots({ lots, voidLots, pencil }: World, keys: readonly string[]): void {
  for (const key of keys) {
    const lot = lots.get(key);
    if (!lot || pencil.stock.lots.pounds(key) > 0) continue;
    lots.delete(key);
    voidLots.add(lot.id);
  }
}

export const voidOne = act<{ key: string }>({
  weight: 5,
  choose(world, random) {
    const all = [...world.receipts.keys()].filter((key) => key !== "receipt 0");
    const unused = all.filter((key) => !isReceiptUsed(world, key));
    const key = random.pick(random.chance(0.8) ? unused : all);
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `${key} was entered by mistake and is void`,
  async run(world, { key }) {
    const { db, staff, pencil } = world;
    const { id, lines } = known(world.receipts, key);
    const lots = lotsOf(world, key);
    const [stored] = await db.select().from(receipts).where(eq(receipts.id, id));
    if (!stored) throw new Skipped("receipt");
    const is = isReceiptUsed(world, key);
    const why: WhyNot[] = is === true ? ["used"] : [];
    const maybe: WhyNot[] = is === "maybe" ? ["used"] : [];
    const voiding = () => voidReceipt(db, staff, stored, "Typed twice");
    await judged(world, { what: `${key} was made void`, why, maybe, act: voiding });
    await voiding();
    pencil.stock.receiptVoided(key, lines.length);
    world.receipts.delete(key);
    forgetLots(world, lots);
  },
});

function lotsOf({ pencil, receipts: all }: World, key: string): string[] {
  const { lines } = known(all, key);
  return [...lines.keys()].flatMap((at) => {
    const { lot, isAccepted } = pencil.stock.lots.line(key, at);
    return isAccepted && lot !== undefined ? [lot] : [];
  });
}

export const takeSheetBack = act<{ key: string }>({
  weight: 6,
  choose(world, random) {
    const all = [...world.cuttings];
    const unused = all.filter(([, { made }]) => !isUsed(world, made));
    const [key] = random.pick(random.chance(0.8) ? unused : all) ?? [];
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `${key} was a mistake and is taken back`,
  async run(world, { key }) {
    const { db, staff, pencil } = world;
    const { id, made, from } = known(world.cuttings, key);
    const isCounted = pencil.stock.isCountedSince(
      key,
      (lot) => lot !== undefined && from.includes(lot),
    );
    const why: WhyNot[] = [
      ...(isUsed(world, made) ? (["used"] as const) : []),
      ...(isCounted ? (["counted since"] as const) : []),
    ];
    const takingBack = () => takeBackCutting(db, staff, id, "The wrong lot");
    await judged(world, { what: `${key} was taken back`, why, act: takingBack });
    await takingBack();
    pencil.stock.cutTakenBack(key);
    world.cuttings.delete(key);
    forgetLots(world, made);
  },
});
