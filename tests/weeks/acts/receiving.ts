import { asc, eq } from "drizzle-orm";
import type { TypedCutting } from "#app/domain/cutting/cutting.ts";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { holdLot, releaseLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { correctReceipt } from "#app/domain/receiving/correct/correct-receipt.server.ts";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import type { NewLine } from "#app/domain/receiving/receiving.ts";
import { type ReceiptQuestion, receiptQuestions } from "#app/domain/receiving/receiving.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import { cuttingOutputs } from "#db/schema/meat/cuttings.ts";
import { receiptLines, receipts } from "#db/schema/meat/receiving.ts";
import { lots } from "#db/schema/packages.ts";
import { act } from "../life/act.ts";
import type { Random } from "../life/random.ts";
import { inText, known, type LifeLot, Skipped, shop, type World } from "../life/world.ts";
import type { WhyNot } from "../pencil/refusal-book.ts";
import { judged } from "./judged.ts";

// Supplies, cutting, and holds of suspect meat.

const suppliers = ["Sample Packers", "Sample Ranch"] as const;

interface BroughtLine {
  /** The key of a new lot, or of an existing one that receives more. */
  lot: string;
  /** Null for a side, which isn't a product of the shop. */
  product: string | null;
  lb: number;
  billedLb: number | null;
  price: { by: "lb" | "total"; cents: number } | null;
  isAccepted: boolean;
  /** True if the shop assigns the lot's code. */
  isNameless: boolean;
}

export interface Brought {
  key: string;
  supplier: string;
  freight: number;
  lines: BroughtLine[];
  isSentTwice: boolean;
}

function someLine(world: World, random: Random, supplier: string): BroughtLine | undefined {
  const product = random.pick([...world.products.values()]);
  if (!product) return undefined;
  const isSide = random.chance(0.15);
  const lb = random.between(isSide ? 20_000 : 2000, isSide ? 40_000 : 9000);
  const before = [...world.lots.values()].filter(
    (lot) => lot.supplier === supplier && lot.product === (isSide ? null : product.key),
  );
  world.serial += 1;
  const more = random.chance(0.2) ? random.pick(before) : undefined;
  const by = random.chance(0.7) ? ("lb" as const) : ("total" as const);
  const cents = random.between(300, 1400);
  const price = { by, cents: by === "lb" ? cents : Math.round((cents * lb) / 100) };
  return {
    lot: more?.key ?? `lot ${world.serial}`,
    product: isSide ? null : product.key,
    lb,
    billedLb: random.chance(0.2) ? Math.round(lb * (0.95 + 0.15 * random.next())) : null,
    price: random.chance(0.9) ? price : null,
    isAccepted: random.chance(0.93),
    isNameless: !more && random.chance(0.4),
  };
}

export const receive = act<Brought>({
  weight: 6,
  choose(world, random) {
    const supplier = random.pick(suppliers) ?? suppliers[0];
    const lines = Array.from({ length: random.between(1, 3) }, () =>
      someLine(world, random, supplier),
    ).flatMap((line) => line ?? []);
    world.serial += 1;
    return {
      key: `receipt ${world.serial}`,
      supplier,
      lines,
      freight: random.chance(0.5) ? random.between(500, 9000) : 0,
      isSentTwice: random.chance(0.2),
    };
  },
  say: ({ key, supplier, lines }) =>
    `${supplier} brings ${key}: ${lines
      .map(({ lot, product, lb, isAccepted }) => {
        return `${product ?? "a side"} ${lb} as ${lot}${isAccepted ? "" : ", which is refused"}`;
      })
      .join("; ")}`,
  async run(world, brought) {
    const { key, supplier, freight, lines, isSentTwice } = brought;
    const piecesOf = ({ product, lb, isAccepted }: BroughtLine) =>
      isAccepted && product !== null ? world.pencil.stock.piecesOf(product, lb) : undefined;
    const rows = lines.map((line, at): NewLine => {
      const product = line.product === null ? undefined : known(world.products, line.product);
      const there = world.lots.get(line.lot);
      return {
        row: at + 1,
        productId: product?.id ?? null,
        boxes: 1,
        lb: inText(line.lb),
        description: product ? "" : "Side",
        theirLot: "",
        code: "",
        cartons: [],
        expiresOn: null,
        temperatureC: null,
        isAccepted: line.isAccepted,
        lotCode: there?.code ?? (line.isNameless ? "" : line.lot),
        reason: line.isAccepted ? "" : "Torn",
        pricedBy: line.price?.by ?? null,
        priceCents: line.price?.cents ?? null,
        invoicedLb: line.billedLb === null ? null : inText(line.billedLb),
        invoicedCents: null,
        pieces: piecesOf(line) ?? null,
      };
    });
    const sent = {
      requestId: world.newId(),
      supplier: { name: supplier },
      invoiceNumber: "",
      receivedAt: undefined,
      temperatureC: "2.0",
      freightCents: freight,
      note: "",
      lines: rows,
      confirmed: Object.keys(receiptQuestions) as ReceiptQuestion[],
    };
    const receiving = () => receiveGoods(world.db, world.staff, sent, receivingSettings.defaults);
    const id = await receiving();
    if (isSentTwice) await receiving();
    const stored = await world.db
      .select({ id: receiptLines.id, lotId: receiptLines.lotId, code: lots.code })
      .from(receiptLines)
      .leftJoin(lots, eq(lots.id, receiptLines.lotId))
      .where(eq(receiptLines.receiptId, id))
      .orderBy(asc(receiptLines.position));
    for (const [at, { lot, product, isAccepted }] of lines.entries()) {
      const { lotId = null, code } = stored[at] ?? {};
      if (!isAccepted || lotId === null || !code) continue;
      // An addition to a lot on hold is on hold, too.
      const isHeld = world.lots.get(lot)?.isHeld ?? false;
      world.lots.set(lot, { key: lot, id: lotId, code, supplier, product, isHeld });
    }
    world.receipts.set(key, { id, lines: stored.map((line) => line.id) });
    world.pencil.stock.received({
      id: key,
      freight,
      lines: lines.map((line) => {
        const { lot, product, lb, billedLb, price, isAccepted } = line;
        const pieces = piecesOf(line);
        return {
          lot: isAccepted ? lot : undefined,
          product: product ?? undefined,
          lb,
          isAccepted,
          ...(price && { price }),
          ...(billedLb !== null && { billedLb }),
          ...(pieces !== undefined && { pieces }),
        };
      }),
    });
  },
});

interface Corrected {
  key: string;
  line: number;
  lb: number;
}

export const correct = act<Corrected>({
  weight: 3,
  choose(world, random) {
    const [key, { lines }] = random.pick([...world.receipts]) ?? ["", { lines: [] }];
    const line = random.pick([...lines.keys()]);
    if (line === undefined) return undefined;
    const { lb } = world.pencil.stock.lots.line(key, line);
    return { key, line, lb: Math.max(1, Math.round(lb * (0.6 + 0.7 * random.next()))) };
  },
  say: ({ key, line, lb }) => `Line ${line + 1} of ${key} is corrected to ${inText(lb)} lb`,
  async run(world, { key, line: at, lb }) {
    const { db, staff, pencil } = world;
    const { id, lines } = known(world.receipts, key);
    const [receipt] = await db.select().from(receipts).where(eq(receipts.id, id));
    const [line] = await db
      .select()
      .from(receiptLines)
      .where(eq(receiptLines.id, lines[at] ?? ""));
    if (!receipt || !line) throw new Skipped("line");
    const { boxes, pricedBy, priceCents, invoicedLb, invoicedCents } = line;
    const money = { pricedBy, priceCents, invoicedLb, invoicedCents };
    const wanted = {
      invoiceNumber: receipt.invoiceNumber,
      note: receipt.note,
      reason: "Weighed again",
      // Confirmed, even if more has left the lot or its pieces are odd.
      confirmed: Object.keys(receiptQuestions) as ReceiptQuestion[],
      freightCents: receipt.freightCents,
      lines: [{ id: line.id, boxes, lb: inText(lb), ...money, isRemoved: false }],
    };
    await correctReceipt(db, staff, receipt, wanted, receivingSettings.defaults);
    pencil.stock.corrected(key, at, lb);
  },
});

interface Cut {
  key: string;
  inputs: { lot: string; lb: number }[];
  outputs: { lot: string; product: string; lb: number }[];
  waste: number;
  /** True if cutting more than there is by the books is confirmed. */
  isMeant: boolean;
}

export const cut = act<Cut>({
  weight: 6,
  choose(world, random) {
    const all = [...world.lots.values()].filter(
      ({ key }) => world.pencil.stock.leftOf(key) > 400 || random.chance(0.05),
    );
    const from = random.some(all, random.chance(0.7) ? 1 : random.between(2, 4));
    if (from.length === 0) return undefined;
    const inputs = from.map(({ key }) => {
      const left = Math.max(400, world.pencil.stock.leftOf(key));
      const share = random.chance(0.04) ? 1.3 : random.chance(0.3) ? 1 : 0.2 + 0.6 * random.next();
      return { lot: key, lb: Math.round(left * share) };
    });
    const went = inputs.reduce((total, { lb }) => total + lb, 0);
    const waste = random.chance(0.8) ? Math.round(went * 0.3 * random.next()) : 0;
    const made = random.some([...world.products.values()], random.between(1, 3));
    let left = went - waste;
    const outputs = made.map(({ key: product }, at) => {
      const isLast = at === made.length - 1;
      const lb = isLast ? left : Math.floor(left * (0.3 + 0.4 * random.next()));
      left -= lb;
      world.serial += 1;
      return { lot: `lot ${world.serial}`, product, lb };
    });
    if (outputs.some(({ lb }) => lb < 10)) return undefined;
    world.serial += 1;
    return { key: `sheet ${world.serial}`, inputs, outputs, waste, isMeant: random.chance(0.3) };
  },
  say: ({ key, inputs, outputs, waste }) =>
    `${key} turns ${inputs.map(({ lot, lb }) => `${inText(lb)} lb of ${lot}`).join(" and ")} into ` +
    `${outputs.map(({ lot, product, lb }) => `${product} ${lb} as ${lot}`).join(", ")}; ` +
    `${inText(waste)} lb is waste`,
  async run(world, { key, inputs, outputs, waste, isMeant }) {
    const { db, staff, pencil } = world;
    const withPieces = <Row extends { lb: number }>(row: Row, product: string | undefined) => {
      const pieces = pencil.stock.piecesOf(product, row.lb);
      return { ...row, ...(pieces !== undefined && { pieces }) };
    };
    const went = inputs.map((input) => withPieces(input, pencil.stock.productOf(input.lot)));
    const from = went.map(({ lot, ...row }) => ({ ...known(world.lots, lot), ...row }));
    const typed: TypedCutting = {
      requestId: world.newId(),
      kind: "Chuck",
      differenceReason: "",
      confirmed: [...(isMeant ? (["isMeant"] as const) : []), "isOddMeant", "isExpiryMeant"],
      inputs: from.map(({ code, supplier, lb, pieces = null }, at) => ({
        row: at + 1,
        name: `${code}, ${supplier}`,
        lb: inText(lb),
        pieces,
      })),
      outputs: outputs.map(({ product, lb }, at) => ({
        row: at + 1,
        productId: known(world.products, product).id,
        code: "",
        lb: inText(lb),
        pieces: pencil.stock.piecesOf(product, lb) ?? null,
      })),
      wastes: waste > 0 ? [{ row: 1, reason: "Bone", lb: inText(waste) }] : [],
    };
    const why: WhyNot[] = [
      ...(from.some(({ isHeld }) => isHeld) ? (["on hold"] as const) : []),
      ...(!isMeant && inputs.some(({ lot, lb }) => lb > pencil.stock.leftOf(lot))
        ? (["more than there"] as const)
        : []),
    ];
    const cutting = () => cutLots(db, staff, typed, shop.company.name);
    const what = `${inputs.map(({ lot }) => lot).join(" and ")} were cut`;
    const id = await judged(world, { what, why, act: cutting });
    await cutting();
    const made = await db
      .select({ lotId: cuttingOutputs.lotId, code: lots.code })
      .from(cuttingOutputs)
      .innerJoin(lots, eq(lots.id, cuttingOutputs.lotId))
      .where(eq(cuttingOutputs.cuttingId, id))
      .orderBy(asc(cuttingOutputs.position));
    const supplier = shop.company.name;
    const told = outputs.map(({ lot, product, lb }, at) => {
      const { lotId = "", code = "" } = made[at] ?? {};
      const here: LifeLot = { key: lot, id: lotId, code, supplier, product, isHeld: false };
      world.lots.set(lot, here);
      const { base } = pencil.prices.priceFor("nobody", product, "2020-01-01");
      return withPieces({ lot, product, lb, price: base }, product);
    });
    pencil.stock.cut({ id: key, inputs: went, outputs: told, waste });
    const keys = (all: { lot: string }[]) => all.map(({ lot }) => lot);
    world.cuttings.set(key, { id, made: keys(outputs), from: keys(inputs) });
  },
});

export const hold = act<{ lot: string }>({
  weight: 1.5,
  choose(world, random) {
    const lot = random.pick([...world.lots.values()]);
    return lot && { lot: lot.key };
  },
  say: ({ lot }) => `${lot} is put on hold`,
  async run(world, { lot }) {
    const { id } = known(world.lots, lot);
    await holdLot(world.db, world.staff, id, "It smells");
    known(world.lots, lot).isHeld = true;
    world.pencil.stock.holds(lot, true);
  },
});

export const letGo = act<{ lot: string }>({
  weight: 2.5,
  choose(world, random) {
    const lot = random.pick([...world.lots.values()].filter(({ isHeld }) => isHeld));
    return lot && { lot: lot.key };
  },
  say: ({ lot }) => `${lot} is released from hold`,
  async run(world, { lot }) {
    const { id } = known(world.lots, lot);
    await releaseLot(world.db, world.staff, id, "It is good");
    known(world.lots, lot).isHeld = false;
    world.pencil.stock.holds(lot, false);
  },
});
