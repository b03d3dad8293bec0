import { askCredit } from "#app/domain/claims/ask-credit.server.ts";
import { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { act } from "../../life/act.ts";
import {
  buyerOf,
  inText,
  known,
  linesOf,
  orderOf,
  Skipped,
  shop,
  todayOf,
} from "../../life/world.ts";
import { lineBill, packedLb } from "../../pencil/order.ts";
import { asking, judged } from "../judged.ts";

// Clients' requests for credit, and the decisions about them.

interface Asked {
  key: string;
  order: string;
  line: number;
  lb: number;
}

export const askForCredit = act<Asked>({
  weight: 4,
  choose(world, random) {
    const { pencil } = world;
    const key = random.pick(
      [...world.orders.values()]
        .filter(({ buyer }) => world.buyers.has(buyer))
        .map(({ key }) => key)
        .filter(
          (key) =>
            ["fulfilled", "delivered"].includes(pencil.order(key).state) || random.chance(0.03),
        ),
    );
    if (key === undefined) return undefined;
    const { lines } = pencil.order(key);
    const at = random.pick(
      [...lines.keys()].filter(
        (one) => lines[one] && (lineBill(lines[one]) > 0 || random.chance(0.2)),
      ),
    );
    const line = lines[at ?? -1];
    if (at === undefined || !line) return undefined;
    world.serial += 1;
    // Some claim more than they were sent.
    const share = random.chance(0.1) ? 1.2 : random.next();
    const lb = Math.max(1, Math.round(packedLb(line) * share));
    return { key: `claim ${world.serial}`, order: key, line: at, lb };
  },
  say: ({ key, order, line, lb }) =>
    `The client of ${order} claims ${inText(lb)} lb of line ${line + 1} (${key})`,
  async run(world, { key, order: whose, line: at, lb }) {
    const order = orderOf(world, whose);
    const line = (await linesOf(world, order))[at];
    if (!line || world.pencil.order(whose).state === "cancelled") throw new Skipped("line");
    const { client } = buyerOf(world, order.buyer);
    const what = { item: line.id, reason: "short", lb: inText(lb), amount: null } as const;
    const ask = { requestId: world.newId(), ...what, note: "", payout: undefined };
    const terms = shop.documents;
    const sent = { ...ask, photoId: null };
    const id = await judged(world, {
      what: `${inText(lb)} lb of line ${at + 1} of ${whose} were asked back`,
      ...world.pencil.whyNotAsked(whose, { line: line.id, lb }, asking(world)),
      act: () => askCredit(world.db, client, order.id, sent, terms),
    });
    world.desk.money.claims.set(key, { id, order: whose });
    world.pencil.creditAsked({ id: key, order: whose, parts: [{ line: line.id, lb }] });
  },
});

interface Decided {
  key: string;
  order: string;
  /** Cents instead of the requested pounds; null for as requested, 0 for a refusal. */
  cents: number | null;
}

export const decideClaim = act<Decided>({
  weight: 5,
  choose(world, random) {
    const one = random.pick([...world.desk.money.claims]);
    if (!one) return undefined;
    const [key, { order }] = one;
    return { key, order, cents: random.pick([null, null, 0, random.between(1, 900)]) ?? null };
  },
  say: ({ key, cents }) =>
    cents === null
      ? `${key} is credited in full`
      : cents === 0
        ? `${key} is declined`
        : `${key} is credited with $${inText(cents)}`,
  async run(world, { key, cents }) {
    const { id, order } = known(world.desk.money.claims, key);
    orderOf(world, order);
    const { db, staff, pencil } = world;
    const [part] = pencil.claimed(key).parts;
    if (!part || !("line" in part) || !("lb" in part)) throw new Skipped(key);
    const much =
      cents === null ? { lb: inText(part.lb), amount: null } : { lb: null, amount: inText(cents) };
    await decideCredit(
      db,
      staff,
      id,
      cents === 0
        ? { intent: "decline", note: "No" }
        : { intent: "approve", lines: [{ position: 0, ...much }], note: "" },
      shop,
    );
    world.desk.money.claims.delete(key);
    const parts = cents === null ? undefined : cents === 0 ? [] : [{ line: part.line, cents }];
    pencil.creditDecided({ claim: key, day: todayOf(world), ...(parts && { parts }) });
  },
});
