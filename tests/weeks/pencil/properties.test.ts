import fc from "fast-check";
import { expect, test } from "vitest";
import { plusDays } from "./days.ts";
import { Pencil } from "./pencil.ts";
import { amount, Impossible, netWeight, sum } from "./sums.ts";

// The number before a title is the section of trade.md that it tests.

const cents = fc.integer({ min: 1, max: 200_000 });
const lateness = fc.integer({ min: 0, max: 40 });
const someone = fc.constantFrom("Lark", "Wren");
const pick = fc.nat(1000);

interface Entry {
  act: "bill" | "pay" | "name" | "refund" | "reverse";
  who: string;
  cents: number;
  /** Terms of the bill in days. */
  days: number;
  /** Picks the paper to name, or the payment to reverse. */
  pick: number;
}

const entry: fc.Arbitrary<Entry> = fc.record({
  act: fc.constantFrom("bill", "bill", "pay", "pay", "name", "refund", "reverse"),
  who: someone,
  cents,
  days: lateness,
  pick,
});

/** Random books of two customers; skips acts whose object doesn't exist yet. */
function lived(entries: Entry[]): Pencil {
  const pencil = new Pencil();
  const day = "2026-11-02";
  for (const [at, act] of entries.entries()) {
    const id = `entry ${at}`;
    const payments = [...pencil.books.credits.values()].filter(
      (one) => !one.reversed && one.refunds.length === 0,
    );
    if (act.act === "refund" || act.act === "reverse") {
      const found = payments[act.pick % Math.max(1, payments.length)];
      if (!found) continue;
      if (act.act === "reverse") pencil.reversed(found.id, day);
      else pencil.refunded({ id, of: found.id, day, cents: Math.min(act.cents, found.cents) });
      continue;
    }
    const { who: customer } = act;
    if (act.act === "bill") {
      pencil.customer({ id: customer, terms: { net: act.days } });
      pencil.debited({ customer, day, parts: [{ cents: act.cents, tax: "G" }] });
      continue;
    }
    const papers = pencil.books.papersOf(customer);
    const named = act.act === "name" && papers[act.pick % Math.max(1, papers.length)];
    pencil.paid({ id, customer, day, cents: act.cents, named: named ? [named.id] : [] });
  }
  return pencil;
}

const lives = fc.array(entry, { maxLength: 40 }).map(lived);

test("the balance is the open papers less unused payments and credits", () => {
  fc.assert(
    fc.property(lives, someone, (pencil, customer) => {
      const open = sum(pencil.openPapers(customer).map((paper) => paper.open));
      expect(pencil.owes(customer)).toBe(open - pencil.creditLeft(customer));
      expect(pencil.books.owedOn(customer, "2026-11-02")).toBe(pencil.owes(customer));
    }),
  );
});

test("no credit settles more than its amount or the open amount, and none is left while papers are open", () => {
  fc.assert(
    fc.property(lives, someone, (pencil, customer) => {
      for (const paper of pencil.books.papersOf(customer)) {
        expect(pencil.books.open(paper.id)).toBeGreaterThanOrEqual(0);
      }
      const credits = pencil.books.creditsOf(customer);
      for (const credit of credits) {
        expect(pencil.books.left(credit)).toBeGreaterThanOrEqual(0);
        expect(credit.settles.every((one) => one.cents > 0)).toBe(true);
      }
      const left = pencil.creditLeft(customer);
      if (left > 0) expect(pencil.openPapers(customer)).toEqual([]);
    }),
  );
});

test("payments that name no invoice settle the earliest due date first", () => {
  const bills = fc.array(fc.record({ cents, days: lateness }), { minLength: 1, maxLength: 15 });
  fc.assert(
    fc.property(bills, fc.array(cents, { maxLength: 15 }), (billed, payments) => {
      const pencil = lived([
        ...billed.map((bill) => ({ ...bill, act: "bill" as const, who: "Lark", pick: 0 })),
        ...payments.map((paid) => ({
          act: "pay" as const,
          who: "Lark",
          cents: paid,
          days: 0,
          pick: 0,
        })),
      ]);
      const papers = pencil.books.papersOf("Lark");
      const first = papers.findIndex(({ id }) => pencil.books.open(id) > 0);
      const after = first < 0 ? [] : papers.slice(first + 1);
      for (const paper of after) expect(pencil.books.open(paper.id)).toBe(paper.cents);
    }),
  );
});

const line = fc.record({
  lb: fc.integer({ min: 5, max: 20_000 }),
  price: fc.integer({ min: 1, max: 6000 }),
  overPercent: fc.integer({ min: 0, max: 30 }),
  tax: fc.constantFrom("Z" as const, "G" as const, "GP" as const),
  packed: fc.array(fc.integer({ min: 5, max: 12_000 }), { maxLength: 4 }),
  standIn: fc.option(
    fc.record({
      price: fc.integer({ min: 1, max: 9000 }),
      lb: fc.integer({ min: 5, max: 20_000 }),
    }),
  ),
  agreed: fc.boolean(),
});

test("no order costs more than its maximum, which exceeds its promise only if the customer agrees", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.boolean(), (lines, yes) => {
      const pencil = new Pencil();
      pencil.customer({ id: "Lark", terms: "on delivery" });
      pencil.zone({ id: "valley", fee: 1200, feeTax: "G" });
      const order = { id: "o", customer: "Lark", site: "kitchen", zone: "valley" };
      const asked = lines.map((one, at) => ({ ...one, id: `${at}`, product: `${at}` }));
      const days = { day: "2026-11-05", today: "2026-11-02" };
      pencil.placed({ ...order, ...days, lines: asked });
      const promised = pencil.most("o");
      const weigh = (at: string, lb: number, id: string) =>
        pencil.packing.weighed({ order: "o", line: at, id, thousandths: lb * 10, unit: "lb" });
      for (const { id, packed, standIn, agreed, tax } of asked) {
        for (const [at, lb] of packed.entries()) weigh(id, lb, `${at}`);
        if (standIn) {
          const by = { id: `${id} in place`, product: "other", tax, ...standIn };
          const at = { order: "o", line: id, by };
          try {
            pencil.packing.substituted(at);
          } catch (error) {
            if (!(error instanceof Impossible)) throw error;
            if (!yes) continue;
            pencil.packing.substituted({ ...at, agreed: true });
          }
          weigh(by.id, standIn.lb, "x");
        }
        if (yes && agreed) pencil.packing.answered({ order: "o", line: id, isAgreed: true });
      }
      expect(pencil.brokenPromises()).toEqual([]);
      if (!yes) expect(pencil.most("o")).toBeLessThanOrEqual(promised);
    }),
    { numRuns: 1000 },
  );
});

test("each stop is charged its fee at most once, whatever happens to its orders", () => {
  const act = fc.record({
    kind: fc.constantFrom("place", "place", "move", "cancel", "finish", "change"),
    pick,
    site: fc.nat(1),
    day: fc.nat(1),
    lb: fc.integer({ min: 100, max: 5000 }),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
      const pencil = new Pencil();
      pencil.customer({ id: "Lark", terms: "on delivery" });
      pencil.zone({ id: "valley", fee: 1200, freeFrom: 8000 });
      const pending: string[] = [];
      const placed: string[] = [];
      for (const [at, { kind, site, lb, ...other }] of acts.entries()) {
        const day = plusDays("2026-11-05", other.day);
        const lines = [{ id: "a", product: "a", lb, price: 100 }];
        const id = pending[other.pick % Math.max(1, pending.length)];
        if (kind === "place") {
          pending.push(`${at}`);
          placed.push(`${at}`);
          const order = { id: `${at}`, customer: "Lark", site: `${site}`, zone: "valley" };
          pencil.placed({ ...order, day, today: "2026-11-02", lines });
        } else if (id !== undefined) {
          if (kind === "move") pencil.moved({ id, today: "2026-11-02", day, pricesStay: true });
          if (kind === "change") pencil.changed({ id, today: "2026-11-02", lines });
          if (kind === "cancel") pencil.cancelled(id);
          if (kind === "finish") pencil.fulfilledWithoutWeights({ id, day: "2026-11-02" });
          if (kind === "cancel" || kind === "finish") pending.splice(pending.indexOf(id), 1);
        }
        for (const id of placed) {
          const { day, site, zone } = pencil.order(id);
          const stop = placed.filter((other) => {
            const order = pencil.order(other);
            return order.state !== "cancelled" && order.day === day && order.site === site;
          });
          const fees = sum(stop.map((other) => pencil.fee(other)));
          expect([0, 1200]).toContain(fees);
          expect(pencil.stopsOn(zone, day).stops).toBeLessThanOrEqual(2);
        }
      }
      expect(pencil.lastNumber("invoice")).toBe(pencil.books.papers.size);
    }),
    { numRuns: 200 },
  );
});

test("1: readings of one weight in lb and in kg differ by 0.01 lb at most", () => {
  fc.assert(
    fc.property(fc.integer({ min: 30, max: 30_000 }), (grams) => {
      const inKg = netWeight({ thousandths: grams, unit: "kg" });
      const inLb = netWeight({ thousandths: Math.round(grams / 0.45359237), unit: "lb" });
      expect(Math.abs(inKg - inLb)).toBeLessThanOrEqual(1);
      expect(Math.abs(amount(inKg, 100) - amount(inLb, 100))).toBeLessThanOrEqual(1);
    }),
  );
});
