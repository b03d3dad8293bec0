import { eq, sql } from "drizzle-orm";
import { moveCash } from "#app/domain/door/till/till-moves.server.ts";
import { addTill, closeTill, openTill } from "#app/domain/door/till/tills.server.ts";
import { correctTender, refundSale } from "#app/features/counter/refund.server.ts";
import type { TypedRefund } from "#app/features/counter/refund.ts";
import type { Sale, StoredSale } from "#app/features/counter/sale.ts";
import { sell as sellOver } from "#app/features/counter/sell.server.ts";
import { getDrawerToCount, getSession } from "#app/features/counter/session.server.ts";
import { readSold } from "#app/features/counter/sold.server.ts";
import { orders } from "#db/schema/orders.ts";
import { act, Finding, same } from "../life/act.ts";
import type { Random } from "../life/random.ts";
import {
  buyerOf,
  inHundredths,
  inText,
  known,
  linesOf,
  orderOf,
  Skipped,
  shop,
  todayOf,
  type World,
} from "../life/world.ts";
import { pacificDay } from "../pencil/days.ts";
import type { WhyNot } from "../pencil/refusal-book.ts";
import { amount, nearest, netWeight, sum, sumByCode, taxOn, withTax } from "../pencil/sums.ts";
import {
  askedAtTill,
  type CashPlace,
  type GivenPart,
  partsOf,
  type TillMethod,
  type TillMove,
} from "../pencil/till-book.ts";
import { judged } from "./judged.ts";
import { lotIdOf, someLot } from "./packing.ts";

export const counterZone = "the counter";

/** Adds two closed tills. */
export async function addTills(world: World): Promise<void> {
  world.pencil.zone({ id: counterZone, fee: 0 });
  for (const [at, key] of ["till 1", "till 2"].entries()) {
    const requestId = world.newId();
    const name = at === 0 ? "By the window" : "In the tent";
    await addTill(world.db, world.staff, { requestId, name });
    world.tills.set(key, { id: requestId });
  }
}

interface Opened {
  till: string;
  key: string;
  float: number;
}

/** Opens a drawer; some try it with an open one. */
export const openDrawer = act<Opened>({
  weight: 8,
  choose(world, random) {
    const [till] =
      random.pick(
        [...world.tills].filter(([, { drawer }]) => drawer === undefined || random.chance(0.05)),
      ) ?? [];
    if (till === undefined) return undefined;
    world.serial += 1;
    return { till, key: `drawer ${world.serial}`, float: random.between(20, 60) * 500 };
  },
  say: ({ till, key, float }) => `${till} is opened with $${inText(float)} (${key})`,
  async run(world, { till: whose, key, float }) {
    const { db, staff, pencil } = world;
    const till = known(world.tills, whose);
    const form = { requestId: world.newId(), float };
    const why: WhyNot[] = till.drawer === undefined ? [] : ["till open"];
    const opening = () => openTill(db, staff, till.id, form);
    const id = await judged(world, { what: `${whose} was opened`, why, act: opening });
    same(`${key}, opened twice`, await opening(), id);
    world.drawers.set(key, { id, till: whose, openedAt: world.clock.now });
    till.drawer = key;
    pencil.till.opened(key, float);
    await judgeDrawer(world, key);
  },
});

interface Weighed {
  product: string;
  thousandths: number;
  unit: "lb" | "kg";
  /** Counted, for products sold by the piece. */
  pieces: number | null;
  lot: string | null;
}

interface Sold {
  key: string;
  drawer: string;
  lines: Weighed[];
  methods: TillMethod[];
  /** Share that the first method pays, if there are two. */
  share: number;
  /** True if the cashier types five cents too much. */
  isWrong: boolean;
  /** Minutes since it was paid offline; null if online. */
  offline: number | null;
  /** Cents per pound by which the first line's price is wrong. */
  off: number;
  /** The buyer whose account it goes on. */
  account: string | null;
}

export const ways: TillMethod[][] = [
  ...[["cash"], ["cash"], ["cash"], ["terminal"], ["etransfer"], ["cheque"]],
  ...[
    ["terminal", "cash"],
    ["etransfer", "cash"],
    ["terminal", "cheque"],
  ],
] as TillMethod[][];

function someWeighed(world: World, random: Random): Weighed[] {
  const goods = random.some([...world.products.values()], random.between(1, 3));
  return goods.map(({ key, typicalLb, tareGrams }) => {
    const pieces = typicalLb === undefined ? null : random.between(1, 3);
    const lb =
      typicalLb === undefined
        ? random.between(30, 600)
        : Math.round((pieces ?? 1) * typicalLb * (0.85 + 0.3 * random.next()));
    const unit = random.chance(0.5) ? "kg" : "lb";
    const grams = lb * 4.5359237 + tareGrams;
    const thousandths = Math.round(unit === "kg" ? grams : grams / 0.45359237);
    const isCounted = pieces !== null && random.chance(0.8);
    const lot = someLot(world, random, key);
    return { product: key, thousandths, unit, pieces: isCounted ? pieces : null, lot };
  });
}

export const sell = act<Sold>({
  weight: 26,
  choose(world, random) {
    const isLate = random.chance(0.06);
    const drawer = random.pick(
      [...world.drawers.keys()].filter((key) => world.pencil.till.isOpen(key) !== isLate),
    );
    if (drawer === undefined) return undefined;
    world.serial += 1;
    const isOffline = isLate || random.chance(0.12);
    const isOnAccount = !isOffline && random.chance(0.15);
    return {
      key: `sale ${world.serial}`,
      drawer,
      lines: someWeighed(world, random),
      methods: random.pick(ways) ?? ["cash"],
      share: 0.2 + 0.6 * random.next(),
      account: isOnAccount ? (random.pick([...world.buyers.keys()]) ?? null) : null,
      isWrong: !isOffline && !isOnAccount && random.chance(0.04),
      offline: isOffline ? random.between(1, 900) : null,
      off: random.chance(isOffline ? 0.3 : 0.03) ? random.between(-50, 50) : 0,
    };
  },
  say: ({ key, drawer, lines, methods, offline, off, account, isWrong }) =>
    `${key} at ${drawer}, ${lines.map(inWords).join(" and ")}, ` +
    `${account ? `goes on ${account}'s account` : `is paid by ${methods.join(" and ")}`}` +
    `${isWrong ? ", five cents too much" : ""}${off === 0 ? "" : `, ${off} cents a pound off`}` +
    `${offline === null ? "" : `, offline ${offline} minutes ago`}`,
  async run(world, sold) {
    const { key, drawer, account, methods, share, isWrong, offline } = sold;
    const { db, staff, pencil } = world;
    const { id: sessionId, openedAt } = known(world.drawers, drawer);
    const buyer = account === null ? undefined : buyerOf(world, account);
    const lines = sold.lines.map((line, at) =>
      pricedLine(world, line, { account, off: at === 0 ? sold.off : 0 }),
    );
    const total = withTax(sumByCode(lines));
    const parts = account === null ? partsOf(total, methods, share) : [];
    const paid = parts.map((part, at) => ({
      ...part,
      cents: part.cents + (isWrong && at === parts.length - 1 ? 5 : 0),
    }));
    const said = world.clock.now - (offline ?? 0) * minute;
    const sale: Sale = {
      requestId: world.newId(),
      sessionId,
      slip: Number(key.split(" ").at(-1)),
      device: 0,
      soldAt: new Date(said).toISOString(),
      isOffline: offline !== null,
      mailTo: "",
      // Staff sell the meat in their hands, whatever the books have left of its lot.
      isMeant: true,
      lines: lines.map(({ price, tax, tareGrams, ...line }) => ({
        productId: line.id,
        name: line.product,
        value: inThousandths(line),
        unit: line.unit,
        tareG: tareGrams,
        pieces: line.pieces,
        source: "typed",
        rawScan: "",
        serial: null,
        lotId: lotIdOf(world, line.lot),
        pricePerLb: inText(price),
        taxCode: tax,
      })),
      tenders: paid.map(({ method, cents }) => ({
        method,
        cents,
        tenderedCents: method === "cash" ? cents : null,
        reference: "",
      })),
      onAccount: buyer ? { customerId: buyer.id, poNumber: "" } : null,
    };
    const selling = () => sellOver(db, staff, sale, shop);
    const why = whyNotSold(world, sold, total);
    const stored = await judged(world, { what: `${key} was sold`, why, act: selling });
    same(`${key}, sold twice`, (await selling()).documentNumber, stored.documentNumber);
    const day = pacificDay(offline === null ? world.clock.now : Math.max(openedAt, said));
    const told = { id: key, drawer, day };
    const packages = await tellPackages(world, stored.id, lines);
    if (account !== null) await tellOnAccount(world, told, { account, lines, stored });
    else {
      const number = pencil.till.sold({
        ...told,
        parts,
        lines: lines.map(({ cents, tax, lb, price }, at) => ({
          cents,
          tax,
          lb,
          price,
          package: packages[at] ?? "",
        })),
      });
      world.sales.set(key, { orderId: stored.id });
      const isBeside = world.isBeside === true;
      if (!isBeside)
        same(`number of ${key}`, stored.documentNumber, `R-${String(number).padStart(6, "0")}`);
    }
    await judgeDrawer(world, drawer);
  },
});

const minute = 60_000;

const inThousandths = ({ thousandths }: Weighed) => (thousandths / 1000).toFixed(3);

const inWords = (line: Weighed) => `${line.product} ${inThousandths(line)} ${line.unit}`;

type Priced = ReturnType<typeof pricedLine>;

/** Returns a line at today's price, off by the cents asked for. */
function pricedLine(world: World, line: Weighed, { account, off }: Pick<Sold, "account" | "off">) {
  const { id, typicalLb, tareGrams, tax } = known(world.products, line.product);
  const whose = account ?? "the counter";
  const { price = 100 } = world.pencil.prices.priceFor(whose, line.product, todayOf(world));
  const asked = Math.max(1, price + off);
  const lb = netWeight({ thousandths: line.thousandths, unit: line.unit, tareGrams });
  return { ...line, id, typicalLb, tareGrams, tax, lb, price: asked, cents: amount(lb, asked) };
}

/** Reasons why it can't be sold; a sale paid offline is never refused. */
function whyNotSold(world: World, sold: Sold, total: number): WhyNot[] {
  const { drawer, lines, isWrong, off, account, offline } = sold;
  if (offline !== null) return [];
  const { pencil, buyers } = world;
  const isHeld = account !== null && known(buyers, account).terms.isHeld;
  const isOffered = ({ product }: Weighed) =>
    pencil.prices.priceFor(account ?? "the counter", product, todayOf(world)).price !== undefined;
  const all: [WhyNot, boolean][] = [
    ["till closed", !pencil.till.isOpen(drawer)],
    ["on hold", lines.some(({ lot }) => lot !== null && known(world.lots, lot).isHeld)],
    ["price", off !== 0],
    ["amount", isWrong],
    ["not offered", !lines.every(isOffered)],
    ["account", account !== null && (isHeld || !pencil.mayOwe(account, total, todayOf(world)))],
  ];
  return all.flatMap(([reason, is]) => (is ? [reason] : []));
}

/** Tells the stock the packages sold; pieces are those typed, else estimated by weight. */
async function tellPackages({ db, pencil }: World, orderId: string, lines: readonly Priced[]) {
  const { rows } = await db.execute<{ id: string; lb: string }>(sql`
    select packages.id, net_lb::text as lb from packages
      join order_items on order_items.id = order_item_id
    where order_id = ${orderId} order by position`);
  same(
    "packages of a sale",
    rows.map(({ lb }) => inHundredths(lb)),
    lines.map(({ lb }) => lb),
  );
  for (const [at, { product, lot, lb, pieces, typicalLb }] of lines.entries()) {
    const isCounted = pencil.stock.kept(product).tracking === "pieces" && typicalLb !== undefined;
    const come = isCounted ? Math.max(1, nearest(lb, typicalLb)) : 0;
    const told = { product, lot: lot ?? undefined, lb, pieces: pieces ?? come };
    pencil.stock.packed(rows[at]?.id ?? "", told);
  }
  return rows.map(({ id }) => id);
}

/** Tells the pencil a sale on account: an order packed, billed and handed over at once. */
async function tellOnAccount(
  world: World,
  { id: sale, drawer, day }: { id: string; drawer: string; day: string },
  { account, lines, stored }: { account: string; lines: readonly Priced[]; stored: StoredSale },
): Promise<void> {
  const { pencil } = world;
  const key = `order of ${sale}`;
  const [order] = await world.db
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.id, stored.id));
  const bought = { key, id: stored.id, number: order?.number ?? 0, buyer: account };
  world.orders.set(key, { ...bought, allowsSubstitutes: false, isCounter: true });
  const rows = await linesOf(world, bought);
  const bill = {
    id: key,
    number: bought.number,
    customer: account,
    site: "the counter",
    zone: counterZone,
    day,
    today: day,
    lines: lines.map(({ product, price, lb, tax }, at) => ({
      id: rows[at]?.id ?? "",
      product,
      price,
      lb,
      tax,
    })),
  };
  const paper = pencil.handedOver(bill, world.clock.now);
  const tax = taxOn(pencil.billed(key));
  pencil.till.soldOnAccount(sale, drawer, { day, cents: pencil.cameTo(key), tax });
  const kind = paper.startsWith("invoice") ? "INV" : "DN";
  const number = `${kind}-${(paper.split(" ").at(-1) ?? "").padStart(6, "0")}`;
  if (!world.isBeside) same(`paper of ${sale}`, stored.documentNumber, number);
  orderOf(world, key);
}

interface Moved {
  drawer: string;
  kind: TillMove;
  cents: number;
}

export const moveMoney = act<Moved>({
  weight: 7,
  choose(world, random) {
    const drawer = random.pick(openDrawers(world));
    const kind = random.pick(["in", "out", "drop"] as const);
    if (drawer === undefined || !kind) return undefined;
    const held = world.pencil.till.expected(drawer);
    const share = random.chance(0.1) ? 1.2 : random.next() * 0.7;
    const cents = kind === "in" ? random.between(1, 2000) * 5 : Math.round((held * share) / 5) * 5;
    return cents > 0 ? { drawer, kind, cents } : undefined;
  },
  say: ({ drawer, kind, cents }) =>
    `$${inText(cents)} ${{ in: "goes into", out: "is taken out of", drop: "goes to the safe from" }[kind]} ${drawer}`,
  async run(world, { drawer, kind, cents }) {
    const { db, staff, pencil } = world;
    const { id: sessionId } = known(world.drawers, drawer);
    const form = { requestId: world.newId(), sessionId, kind, amount: cents, reason: "Change" };
    const why: WhyNot[] = [
      ...(pencil.till.isOpen(drawer) ? [] : (["till closed"] as const)),
      ...(kind !== "in" && cents > pencil.till.expected(drawer) ? (["too much"] as const) : []),
    ];
    const moving = () => moveCash(db, staff, form);
    await judged(world, { what: `$${inText(cents)} was moved (${kind})`, why, act: moving });
    await moving();
    pencil.till.moved(drawer, kind, cents);
    await judgeDrawer(world, drawer);
  },
});

export const openDrawers = ({ drawers, pencil }: World) =>
  [...drawers.keys()].filter((key) => pencil.till.isOpen(key));

export interface GivenBack {
  sale: string;
  drawer: string;
  parts: GivenPart[];
  /** The method for the whole refund; by default, those that it was paid by. */
  method: "cash" | "terminal" | "etransfer" | undefined;
  /** True if a reason is given for another method. */
  isSaid: boolean;
}

/** Returns mostly all that is left of a line, else some of it, and rarely more than there is. */
function somePart(random: Random, at: number, leftLb: number): GivenPart {
  const isWhole = leftLb < 2 || random.chance(0.6);
  const most = random.chance(0.05) ? leftLb * 2 : leftLb - 1;
  return { at, lb: isWhole ? null : random.between(1, Math.max(1, most)) };
}

export const giveBack = act<GivenBack>({
  weight: 7,
  choose: (world, random) => somethingBack(world, random, [...world.sales.keys()]),
  say: (given) => `${givenInWords(given)} is refunded${howInWords(given)}`,
  run: (world, given) => refund(world, given, "customer"),
});

/** Meat that never left the counter goes back to its lot on the day of the sale. */
export const neverLeft = act<GivenBack>({
  weight: 7,
  choose(world, random) {
    const sales = [...world.sales.keys()];
    const today = todayOf(world);
    const own = sales.filter((key) => world.pencil.till.sale(key).day === today);
    return somethingBack(world, random, random.chance(0.9) ? own : sales);
  },
  say: (given) =>
    `${givenInWords(given)} never left the counter and is refunded${howInWords(given)}`,
  run: (world, given) => refund(world, given, "counter"),
});

function somethingBack(world: World, random: Random, sales: string[]): GivenBack | undefined {
  const sale = random.pick(sales);
  const drawer = random.pick(openDrawers(world));
  const method = random.chance(0.7)
    ? undefined
    : random.pick(["cash", "cash", "terminal", "etransfer"] as const);
  if (sale === undefined || drawer === undefined) return undefined;
  const isSaid = random.chance(0.6);
  const all = [...world.pencil.till.sale(sale).lines.entries()];
  const left = all.filter(([, { leftCents }]) => leftCents > 0 || random.chance(0.1));
  const parts = random
    .some(left, random.between(1, 3))
    .map(([at, { leftLb }]) => somePart(random, at, leftLb));
  return parts.length > 0 ? { sale, drawer, parts, method, isSaid } : undefined;
}

const givenInWords = ({ sale, parts }: GivenBack) =>
  `${parts.map(partInWords).join(" and ")} of ${sale}`;

const howInWords = ({ drawer, method, isSaid }: GivenBack) =>
  ` out of ${drawer} ${method ? `by ${method}` : "as it was paid"}${isSaid ? ", with a reason" : ""}`;

/** Refunds parts of a sale, whose meat the customer had, or which never left. */
async function refund(
  world: World,
  { sale, drawer, parts, method, isSaid }: GivenBack,
  meat: TypedRefund["meat"],
): Promise<void> {
  const { db, staff, pencil } = world;
  const { orderId } = known(world.sales, sale);
  const { id: sessionId } = known(world.drawers, drawer);
  const { lines } = pencil.till.sale(sale);
  const isThere = ({ at, lb }: GivenPart) => {
    const line = lines[at];
    if (!line || line.leftCents <= 0 || (lb ?? 0) > line.leftLb) return false;
    return lb === null || lb === line.leftLb || amount(lb, line.price) > 0;
  };
  const isLeft = parts.every(isThere);
  const worth = isLeft ? pencil.till.worth(sale, parts) : 0;
  const back = pencil.till.partsBack(sale, worth, method) as TypedRefund["parts"];
  const { isAll, isLost, isOdd } = pencil.till.whyNotBack(sale, worth, back, drawer);
  const hasStayed = meat === "counter";
  const form = {
    requestId: world.newId(),
    sessionId,
    parts: back,
    meat,
    lines: parts.map(({ at, lb }) => ({ position: at, lb: lb === null ? null : inText(lb) })),
    reference: "",
    reason: "It was tough",
    otherwise: isSaid ? "As they ask" : "",
  };
  const why: WhyNot[] = [
    ...(pencil.till.isOpen(drawer) ? [] : (["till closed"] as const)),
    ...(isLeft ? [] : (["given back"] as const)),
    ...(isLeft && isAll ? (["given back"] as const) : []),
    ...(isLeft && isLost ? (["amount"] as const) : []),
    ...(isLeft && isOdd && !isSaid ? (["other way"] as const) : []),
    ...(isLeft && hasStayed ? pencil.whyNotPutBack(sale, parts, todayOf(world)) : []),
  ];
  const giving = () => refundSale(db, staff, orderId, form, shop);
  await judged(world, { what: `lines of ${sale} were given back`, why, act: giving });
  await giving();
  pencil.givenBackAtTill({ sale, drawer, parts, back, hasStayed, day: todayOf(world) });
  await judgeDrawer(world, drawer);
}

const partInWords = ({ at, lb }: GivenPart) =>
  `${lb === null ? "" : `${inText(lb)} lb of `}line ${at + 1}`;

/** Picks where counted cash is: "" if nobody says, a place, or a drawer's key. */
export function somePlace(world: World, random: Random): string {
  const drawers = random.chance(0.9) ? openDrawers(world) : [...world.drawers.keys()];
  return random.pick(["", "never received", "still here", ...drawers]) ?? "";
}

/** Returns reasons why counted cash can't be taken back from there. */
export function whyNotFrom({ pencil: { till }, drawers }: World, cash: string, cents: number) {
  const why: WhyNot[] = [];
  if (cash === "") why.push("no place");
  if (drawers.has(cash) && !till.isOpen(cash)) why.push("till closed");
  else if (drawers.has(cash) && cents > till.expected(cash)) why.push("too much");
  return why;
}

/** Converts the place for the pencil. */
export function placeOf({ drawers }: World, cash: string): CashPlace {
  if (drawers.has(cash)) return { drawer: cash };
  return cash === "never received" ? cash : "still here";
}

interface Otherwise {
  sale: string;
  nth: number;
  method: "cash" | "terminal" | "etransfer" | "cheque";
  /** Where the cash is, if its drawer was counted. */
  cash: string;
}

export const payOtherwise = act<Otherwise>({
  weight: 5,
  choose(world, random) {
    const { till } = world.pencil;
    const sale = random.pick(
      [...world.sales.keys()].filter(
        (key) => till.isOpen(till.sale(key).drawer) || random.chance(0.2),
      ),
    );
    if (sale === undefined) return undefined;
    const payments = till.paymentsOf(sale);
    const nth = random.pick([...payments.keys()]);
    const method = random.pick(
      (["cash", "terminal", "etransfer", "cheque"] as const).filter(
        (one) => one !== payments[nth ?? -1]?.method,
      ),
    );
    if (nth === undefined || !method) return undefined;
    return { sale, nth, method, cash: somePlace(world, random) };
  },
  say: ({ sale, nth, method, cash }) =>
    `Payment ${nth + 1} of ${sale} was by ${method} after all${cash && ` (if its cash was counted: ${cash})`}`,
  async run(world, { sale, nth, method, cash }) {
    const { db, staff, pencil } = world;
    const { orderId } = known(world.sales, sale);
    const payment = pencil.till.paymentsOf(sale)[nth];
    if (!payment) throw new Skipped("payment");
    const stored = await readSold(db, orderId);
    const receipt = stored?.receipts.find(
      ({ cents, isTakenBack, method: by }) =>
        cents === payment.cents && !isTakenBack && by === payment.method,
    );
    if (!receipt) throw new Finding(`payment ${nth + 1} of ${sale} is not there`);
    const { drawer } = pencil.till.sale(sale);
    const due = payment.cents - payment.rounding;
    const counted = pencil.till.countedCash(payment.id);
    const why: WhyNot[] = [
      ...(counted === null ? [] : whyNotFrom(world, cash, counted)),
      ...(askedAtTill(due, method) === 0 ? (["amount"] as const) : []),
    ];
    const form = {
      requestId: world.newId(),
      receiptId: receipt.id,
      method,
      reason: "A slip",
      cash: world.drawers.get(cash)?.id ?? cash,
    };
    const correcting = () => correctTender(db, staff, orderId, form);
    await judged(world, { what: `${sale} was paid otherwise`, why, act: correcting });
    await correcting();
    const to = { method, today: todayOf(world), cash: placeOf(world, cash) };
    pencil.till.paidOtherwise(sale, payment.id, to);
    await judgeDrawer(world, drawer);
    if (counted !== null && world.drawers.has(cash)) await judgeDrawer(world, cash);
  },
});

export const closeDrawer = act<{ drawer: string; off: number }>({
  weight: 5,
  choose(world, random) {
    const drawer = random.pick(openDrawers(world));
    if (drawer === undefined) return undefined;
    const off = random.chance(0.6) ? 0 : (random.pick([-500, -5, 5, 1000]) ?? 0);
    return { drawer, off };
  },
  say: ({ drawer, off }) =>
    `${drawer} is counted and closed${off === 0 ? "" : `, ${off} cents off`}`,
  async run(world, { drawer, off }) {
    const { db, staff, pencil } = world;
    const { id: sessionId, till } = known(world.drawers, drawer);
    const expected = pencil.till.expected(drawer);
    const counted = Math.max(0, expected + off);
    const reason = counted === expected ? "" : "No idea";
    const drawerNow = await getDrawerToCount(db, staff, sessionId);
    const form = { sessionId, seen: drawerNow?.version ?? "", counted, reason };
    const why: WhyNot[] = pencil.till.isOpen(drawer) ? [] : ["till closed"];
    const closing = () => closeTill(db, staff, form);
    await judged(world, { what: `${drawer} was closed`, why, act: closing });
    await closing();
    pencil.till.closed(drawer, counted);
    const known_ = known(world.tills, till);
    if (known_.drawer === drawer) known_.drawer = undefined;
    await judgeDrawer(world, drawer);
  },
});

export async function judgeDrawer(world: World, key: string): Promise<void> {
  if (world.isBeside) return;
  const { db, staff, pencil } = world;
  const report = await getSession(db, staff, known(world.drawers, key).id);
  if (!report) throw new Finding(`${key} has no report`);
  const { closed, ways, expectedCents, totals, taxes, since } = report;
  const there = pencil.till.report(key);
  same(
    `the report of ${key}`,
    {
      expected: expectedCents,
      cash: ways.cash.netCents,
      terminal: ways.terminal.netCents,
      etransfer: ways.etransfer.netCents,
      cheque: ways.cheque.netCents,
      sold: totals.soldCents,
      onAccount: totals.onAccountCents,
      givenBack: totals.creditedCents,
      // The pencil has the rounding of payments and of refunds in one sum.
      rounding: totals.roundingCents + totals.creditedCents - totals.givenBackCents,
      forOrders: totals.forOrdersCents,
      tax: sum(taxes.map(({ netCents }) => netCents)),
      closed: closed && { expected: closed.expectedCents, counted: closed.countedCents },
      since: since?.expectedCents ?? null,
    },
    {
      expected: pencil.till.expected(key),
      ...pencil.till.by(key),
      sold: there.sold,
      onAccount: there.onAccount,
      givenBack: there.givenBack,
      rounding: there.rounding,
      forOrders: there.forOrders,
      tax: there.tax,
      closed: pencil.till.drawer(key).closed ?? null,
      since: pencil.till.isOpen(key) ? null : pencil.till.expectedSince(key),
    },
  );
}

/** Checks all drawers and receipts each night, and that no counter customer has a balance. */
export async function judgeTills(world: World): Promise<void> {
  const { db, pencil } = world;
  for (const key of world.drawers.keys()) await judgeDrawer(world, key);
  const { rows: open } = await db.execute<{ cents: string }>(sql`
    select coalesce(sum(abs(entry.cents) - entry.allocated_cents), 0)::text as cents
    from ledger_entries entry join tills on tills.customer_id = entry.customer_id`);
  same("what is open at the counter", open[0]?.cents, "0");
  const { rows } = await db.execute<{ number: string; cents: number; day: string }>(sql`
    select document_number as number, issued_on::text as day,
      (total * case kind when 'credit_note' then -100 else 100 end)::int as cents
    from documents join tills on tills.customer_id = documents.customer_id
    order by document_number`);
  const papers = pencil.till.papers().map(({ id, day, cents }) => {
    const number = (id.split(" ").at(-1) ?? "").padStart(6, "0");
    return { number: `${id.startsWith("receipt") ? "R" : "CN"}-${number}`, day, cents };
  });
  const byNumber = <One extends { number: string }>(all: One[]) =>
    all.sort((one, other) => (one.number < other.number ? -1 : 1));
  same(
    "papers of the counter",
    byNumber(rows.map(({ number, day, cents }) => ({ number, day, cents }))),
    byNumber(papers),
  );
}
