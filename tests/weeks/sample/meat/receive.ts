import { asc, eq } from "drizzle-orm";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import {
  type NewLine,
  type ReceiptQuestion,
  receiptQuestions,
} from "#app/domain/receiving/receiving.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import { settleClaim } from "#app/domain/receiving/settle-claim.server.ts";
import { supplierSchema } from "#app/domain/receiving/supplier-form.ts";
import { addSupplier } from "#app/domain/receiving/suppliers.server.ts";
import { receiptLines, receipts } from "#db/schema/meat/receiving.ts";
import { lots } from "#db/schema/packages.ts";
import { plusDays } from "../../pencil/days.ts";
import { type Life, type Task, unlessRefused } from "../days/life.ts";
import { about, inText } from "./cooler.ts";
import { openUntil, wanted, weeklyOf, weekOf } from "./forecast.ts";
import { type Goods, goods, recipes, suppliers, trim } from "./goods.ts";

type Supplier = keyof typeof suppliers;

/** Shelf life of vacuum-packed beef in days. */
const keeps = 27;

/** Receives a day's deliveries of suppliers. */
export function receiving(life: Life, iso: number): Task[] {
  const tasks: Task[] = [];
  for (const [at, key] of (["packers", "ranch", "cold"] as const).entries()) {
    const isFirst = life.today === life.first;
    const comes = (suppliers[key].weekdays as readonly number[]).includes(iso) || isFirst;
    if (!comes) continue;
    tasks.push({ at: 6 * 60 + 2 + 3 * at, kind: "received", does: () => receive(life, key) });
  }
  const claim = settled.find(({ week, on }) => week === weekOf(life) && on === iso);
  if (claim)
    tasks.push({ at: 10 * 60 + 5, kind: "claim settled", does: () => settle(life, claim) });
  return tasks;
}

export async function knowSuppliers({ db, owner }: Life): Promise<void> {
  for (const { name, contactName, phone, email, establishment } of Object.values(suppliers)) {
    const typed = { name, contactName, phone, email, establishment };
    await addSupplier(db, owner, supplierSchema.parse(typed));
  }
}

/** Returns how much to buy: enough for more than a week. */
async function toBuy(life: Life, one: Goods): Promise<number> {
  const all = await openUntil(life, plusDays(life.today, 30));
  const lacks = (slug: string) => {
    const enough = Math.max(wanted(life, slug, all, all), 1.45 * weeklyOf(life, slug));
    return enough - life.cooler.left(slug);
  };
  if (one.isProduct) return lacks(one.what);
  const kind = one.what === trim ? "Trim" : one.what;
  const needed = recipes
    .filter((recipe) => recipe.kind === kind)
    .map(({ cuts }) => Math.max(0, ...cuts.map(({ slug, share }) => lacks(slug) / share)));
  const whole = needed.reduce((sum, lb) => sum + lb, 0);
  // Trim from other cuts is ground too.
  return (one.what === trim ? whole * 0.85 : whole) - life.cooler.left(one.what);
}

interface Brought {
  goods: Goods;
  boxes: number;
  over?: Partial<NewLine>;
}

async function receive(life: Life, from: Supplier): Promise<void> {
  const brought: Brought[] = [];
  for (const one of goods.filter(({ supplier }) => supplier === from)) {
    const boxes = Math.ceil((await toBuy(life, one)) / one.boxLb);
    if (boxes > 0) brought.push({ goods: one, boxes });
  }
  if (brought.length === 0) return;
  await bring(life, from, brought.concat(mishapsOf(life, from, brought)));
}

/** Buys what is lacking before the supplier's next delivery, at a slightly higher price. */
export async function fetchMore(life: Life, what: string, lb: number): Promise<void> {
  const one = goods.find((some) => some.what === what);
  if (!one) throw new Error(`Nobody sells ${what}`);
  life.done.set("fetched more", (life.done.get("fetched more") ?? 0) + 1);
  await bring(life, one.supplier, [{ goods: one, boxes: Math.max(1, Math.ceil(lb / one.boxLb)) }], {
    note: "Fetched by ourselves between deliveries.",
    markup: 1.06,
  });
}

/** Returns cents per pound, which rise each week, most of all for rib before the holidays. */
function priceOf(life: Life, { what, cents }: Goods): number {
  const week = weekOf(life);
  const season = what === "Rib" && week >= 8 ? 1.05 + 0.015 * (week - 8) : 1;
  const wave = 1 + 0.025 * Math.sin(week / 2 + what.length);
  return Math.round(cents * (1 + 0.004 * week) * season * wave);
}

async function bring(
  life: Life,
  from: Supplier,
  brought: readonly Brought[],
  { note = "", markup = 1 } = {},
): Promise<void> {
  const { db, owner, meat, cooler, today } = life;
  const supplier = suppliers[from];
  life.receipts += 1;
  const nth = life.receipts;
  const lines = brought.map(({ goods: one, boxes, over = {} }, at): NewLine => {
    const product = one.isProduct ? life.products.get(one.what) : undefined;
    const lb = Array.from({ length: boxes }, () => about(one.boxLb, meat, 0.05));
    const whole = lb.reduce((sum, box) => sum + box, 0);
    return {
      row: at + 1,
      productId: product?.id ?? null,
      boxes,
      code: "",
      cartons: [],
      pieces: product?.typicalLb ? Math.round(whole / product.typicalLb) : null,
      description: product ? "" : one.what,
      theirLot: "",
      temperatureC: null,
      reason: "",
      lb: inText(whole),
      lotCode: `${one.code}-${2600 + nth}`,
      expiresOn: plusDays(today, keeps - meat.between(0, 3)),
      slaughteredOn: plusDays(today, -meat.between(5, 8)),
      isAccepted: true,
      pricedBy: "lb",
      invoicedLb: null,
      invoicedCents: null,
      priceCents: Math.round(priceOf(life, one) * markup),
      ...over,
    };
  });
  const sent = {
    requestId: crypto.randomUUID(),
    supplier: { name: supplier.name },
    note,
    invoiceNumber: `${supplier.invoice}${4200 + nth * 7}`,
    receivedAt: undefined,
    freightCents: note ? 0 : supplier.freight,
    lines,
    temperatureC: (1 + meat.between(0, 22) / 10).toFixed(1),
    confirmed: Object.keys(receiptQuestions) as ReceiptQuestion[],
  };
  const id = await receiveGoods(db, owner, sent, receivingSettings.defaults);
  const stored = await db
    .select({ lotId: receiptLines.lotId, code: lots.code })
    .from(receiptLines)
    .leftJoin(lots, eq(lots.id, receiptLines.lotId))
    .where(eq(receiptLines.receiptId, id))
    .orderBy(asc(receiptLines.position));
  for (const [at, { goods: one, over }] of brought.entries()) {
    const { lotId = null, code } = stored[at] ?? {};
    const line = lines[at];
    if (!line || lotId === null || !code || over?.lotCode) continue;
    const lb = Math.round(Number(line.lb) * 100);
    const { expiresOn } = line;
    cooler.add(one.what, {
      id: lotId,
      code,
      supplier: supplier.name,
      lb,
      expiresOn: expiresOn ?? "",
    });
  }
  await life.pass(2);
}

const goodsOf = (what: string) => goods.find((one) => one.what === what) as Goods;

/** Returns a delivery's mishaps: extra lines, and changes to its lines. */
function mishapsOf(life: Life, from: Supplier, brought: Brought[]): Brought[] {
  const week = weekOf(life);
  const isKept = life.today === life.lastMonday;
  const line = (what: string) => brought.find((one) => one.goods.what === what);
  if (week === 4 && from === "packers") {
    const reason = "7.4 °C in the middle of the box";
    const over = {
      isAccepted: false,
      reason,
      temperatureC: "7.4",
      lb: "55.80",
      invoicedLb: "55.80",
      lotCode: "SL-2599",
    };
    return [{ goods: goodsOf("Sirloin"), boxes: 1, over }];
  }
  if (week === 8 && from === "ranch") {
    const chuck = line("Chuck");
    // Billed as whole boxes, although one was half empty.
    if (chuck)
      chuck.over = {
        lb: inText(chuck.boxes * 70_90),
        invoicedLb: inText(chuck.boxes * 70_90 + 31_40),
      };
  }
  if (isKept && from === "cold") {
    const reason = "The vacuum is lost, and the carton is wet";
    const weight = { lb: "63.40", invoicedLb: "63.40" };
    const over = { isAccepted: false, reason, ...weight, lotCode: "BR-2698" };
    return [{ goods: goodsOf("whole-brisket"), boxes: 1, over }];
  }
  if (isKept && from === "packers") {
    return [{ goods: goodsOf("Sirloin"), boxes: 1, over: { lb: "54.20", lotCode: doubtful } }];
  }
  return [];
}

/** Code of the lot that is put on hold in the last week. */
export const doubtful = "SL-2699";

const settled = [
  { week: 5, on: 3, cents: 1, note: "Credit note SP-77" },
  { week: 9, on: 2, cents: 0.5, note: "They credit half of it: their scale says otherwise." },
];

async function settle(life: Life, { cents: share, note }: (typeof settled)[number]): Promise<void> {
  const { db, owner } = life;
  const found = await db
    .select({
      id: receipts.id,
      version: receipts.version,
      claimed: receiptLines.claimedCents,
      position: receiptLines.position,
    })
    .from(receiptLines)
    .innerJoin(receipts, eq(receipts.id, receiptLines.receiptId))
    .orderBy(asc(receipts.number));
  const open = found.filter(({ claimed }) => (claimed ?? 0) > 0).at(-1);
  if (!open) return;
  const cents = Math.floor((open.claimed ?? 0) * share);
  const isLess = share < 1;
  const line = { position: open.position, cents, reason: isLess ? note : "" };
  await unlessRefused(life, "settle", () =>
    settleClaim(db, owner, open, { lines: [line], note: isLess ? "" : note }),
  );
}
