import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { recallContacts } from "#db/schema/meat/recalls.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertPackage } from "#tests/setup/factories/packages.ts";
import { recallOpening as opening } from "#tests/setup/factories/recalls.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { reasonOf } from "#tests/setup/reason-of.ts";
import { openForRecalls } from "#tests/setup/rooms/recall-tests.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openBalanceInWords } from "../balance-words.ts";
import { closeRecall, fileOfRecall } from "../close-recall.server.ts";
import { recordContact } from "../contact-clients.server.ts";
import { recallCsv, recallJob } from "../recall-papers.ts";
import { isSettled, unnamedInWords } from "../recall-words.ts";
import { openRecall } from "../recalls.server.ts";

let db: Database;
let admin: Admin;
const { lotOf } = openForRecalls((opened) => {
  ({ db, admin } = opened);
});

describe("meat packed without a lot", () => {
  it("may be of a lot that was here at the time: staff tick off its clients before closing", async () => {
    const [ribs, other] = [
      await insertProduct(db, { name: "Short Ribs" }),
      await insertProduct(db),
    ];
    const day = (count: number) => new Date(Date.now() + count * 86_400_000);
    const lot = await lotOf([], { receivedLb: "100.00", receivedAt: day(-4) });
    await db.insert(stockEntries).values({
      productId: ribs.id,
      lotId: lot.id,
      kind: "received",
      lb: "100.00",
      enteredAt: day(-4),
    });
    const unnamed = async (productId: string, at: Date, lotId?: string) => {
      const whose = (await insertClient(db)).user.id;
      const order = await insertOrder(db, whose, { status: "delivered" });
      const item = await insertOrderItem(db, order.id, { productId });
      const over = { packedAt: at, lotId: lotId ?? null };
      await insertPackage(db, item.id, { value: "23.3", unit: "lb" }, over);
      return whose;
    };
    // The packages from the lot show what it is sold as.
    const certain = await unnamed(ribs.id, day(-1), lot.id);
    const [one, two] = [await unnamed(ribs.id, day(-3)), await unnamed(ribs.id, day(-1))];
    await unnamed(ribs.id, day(-9));
    await unnamed(other.id, day(-3));
    const id = await openRecall(db, admin, opening(lot.id));
    const file = async () => {
      const found = await fileOfRecall(db, admin, id);
      if (!found) throw new Error("The recall is gone");
      return found;
    };
    const found = await file();
    expect(found.customers.map((customer) => customer.id)).toEqual([certain]);
    expect(new Set(found.unnamed.customers.map((customer) => customer.id))).toEqual(
      new Set([one, two]),
    );
    expect(unnamedInWords(found.unnamed)).toEqual([
      expect.stringMatching(/^46.6 lb of Short Ribs packed without a lot while it was here, /),
    ]);
    expect(openBalanceInWords(found.unnamed)).toContain("can’t be closed on paper: 46.6 lb");
    expect(found.recall.found).toMatchObject({ customers: 1, mayHave: 2 });
    const csv = await recallCsv(found);
    expect(csv.split("\n").filter((row) => row.includes("May be"))).toHaveLength(2);
    const call = (customer: string, outcome: "no answer" | "told" | "has none") =>
      recordContact(db, admin, id, { requestId: randomUUID(), customer, outcome, note: "" });
    await call(one, "no answer");
    await call(one, "told");
    await call(two, "no answer");
    expect(await reasonOf(call(certain, "has none"))).toBe("invalid");
    expect(await reasonOf(call(randomUUID(), "told"))).toBe("gone");
    const close = () => closeRecall(db, admin, id, { closeNote: "", isMeant: false });
    await expect(close()).rejects.toThrow(/1 client who may have of it \(.+\) is not ticked off/);
    await call(two, "has none");
    await expect(close()).rejects.not.toThrow("ticked off");
    const { recall, unnamed: left } = await file();
    expect(left.customers.every((customer) => isSettled(recall, customer))).toBe(true);
    // An answer about a known lot doesn't reduce what may be of it.
    const [first] = left.customers;
    if (!first) throw new Error("Nobody may have of it");
    const answer = { usedLb: "3.87", heldLb: "20.23", discardedLb: "0.00", answeredBy: "Kim" };
    const notice = {
      customerId: first.id,
      round: 1,
      emails: [],
      mailedAt: null,
      mails: [],
      toldLb: "24.10",
      answer: { ...answer, note: "", isByPhone: true, answeredAt: new Date() },
      answers: 1,
    };
    const answered = { ...(await file()), recall: { ...recall, notices: [notice] } };
    const { sheet } = recallJob(answered, sampleShop().company, new Date());
    expect(sheet).toMatchObject({
      mayHave: expect.arrayContaining([
        expect.objectContaining({
          total: "23.3 lb with them",
          answer: expect.stringMatching(/^Ticked off\. /),
        }),
      ]),
    });
    expect(JSON.stringify(sheet)).not.toContain("to get back");
    await expect(db.delete(recallContacts)).rejects.toThrow();
  });
});
