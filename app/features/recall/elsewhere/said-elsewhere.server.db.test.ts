import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { recallOpening as opening } from "#tests/setup/factories/recalls.ts";
import { openForRecalls } from "#tests/setup/rooms/recall-tests.ts";
import { answerByPhone, clientOfRecall } from "../answer-recall.server.ts";
import { closeRecall, fileOfRecall, openEndsOf } from "../close-recall.server.ts";
import { recordContact } from "../contact-clients.server.ts";
import { checkAnswer } from "../recall.ts";
import type { RecallFile } from "../recall-file.ts";
import { recallCsv } from "../recall-papers.ts";
import { whereInWords } from "../recall-words.ts";
import { openRecall } from "../recalls.server.ts";

let db: Database;
let admin: Admin;
const { packed, lotOf } = openForRecalls((opened) => {
  ({ db, admin } = opened);
});

const answer = (usedLb: string, heldLb: string) => ({
  requestId: randomUUID(),
  usedLb,
  heldLb,
  discardedLb: "0.00",
  answeredBy: "Ari",
  note: "",
});

async function whereIn(recallId: string, customerId: string) {
  const file = await fileOfRecall(db, admin, recallId);
  const customer = file?.customers.find(({ id }) => id === customerId);
  const notice = file?.recall.notices.find((one) => one.customerId === customerId);
  return whereInWords(customer ?? { lines: [] }, notice?.answer);
}

describe("a client's answer in another recall of the same meat", () => {
  it("counts once in both recalls, and each says where it was given", async () => {
    const trim = await lotOf();
    const ground = await lotOf([{ id: trim.id }]);
    const { customerId } = await packed({ lotId: ground.id, values: ["10"] });
    const first = await openRecall(db, admin, opening(trim.id));
    await answerByPhone(db, admin, { recallId: first, customerId }, answer("6.00", "4.00"));
    const second = await openRecall(db, admin, opening(ground.id, { scope: "forward" }));
    const number = (await fileOfRecall(db, admin, first))?.recall.number;
    const elsewhere = `6 lb used or thrown away, as said in Recall ${number}`;
    expect(await whereIn(second, customerId)).toBe(`4 lb with them, ${elsewhere}`);
    const client = await clientOfRecall(db, admin, second, customerId);
    expect(client).toMatchObject({ lb: "4.00", saidElsewhere: [{ number, lb: "6.00" }] });
    // They are asked for the rest, and repeat nothing.
    const { lb = "", saidElsewhere = [] } = client ?? {};
    const typed = (usedLb: string, heldLb: string) =>
      checkAnswer(
        { requestId: randomUUID(), usedLb, heldLb, answeredBy: "Ari" },
        { lb, saidElsewhere },
      );
    expect(typed("", "4").refused).toBeUndefined();
    expect(typed("6", "4").refused?.errors?.usedLb?.[0]).toContain(
      `more than the 4 lb that this is about: 6 lb (Recall ${number}) besides`,
    );
    expect(typed("", "3").refused?.errors?.usedLb?.[0]).toContain("1.00 lb of the 4.00 lb");
    await answerByPhone(db, admin, { recallId: second, customerId }, answer("1.00", "3.00"));
    expect(await whereIn(second, customerId)).toBe(`3 lb to get back, 1 lb used, ${elsewhere}`);
    expect(await whereIn(first, customerId)).toBe("4 lb to get back, 6 lb used");
    // A correction is about the same meat as the answer; and what is held is never used elsewhere.
    expect(await clientOfRecall(db, admin, second, customerId)).toMatchObject({ lb: "4.00" });
    await answerByPhone(db, admin, { recallId: second, customerId }, answer("6.00", "3.00"));
    expect(await whereIn(second, customerId)).toBe(
      `3 lb to get back, 6 lb used, 1 lb used or thrown away, as said in Recall ${number}`,
    );
    await answerByPhone(db, admin, { recallId: second, customerId }, answer("1.00", "3.00"));
    const file = (await fileOfRecall(db, admin, second)) as RecallFile;
    expect(await recallCsv(file)).toContain(elsewhere);
    await closeRecall(db, admin, second, { closeNote: "Over", isMeant: true });
    expect(await whereIn(second, customerId)).toContain(elsewhere);
  });

  it("counts only for pounds that can't be of lots that only the other recall has", async () => {
    const [both, other] = [await lotOf(), await lotOf()];
    const mixed = await lotOf([{ id: both.id }, { id: other.id }]);
    const { customerId } = await packed({ lotId: both.id, values: ["10"] });
    await packed({ lotId: other.id, customerId, values: ["4"] });
    const wide = await openRecall(db, admin, opening(mixed.id));
    await answerByPhone(db, admin, { recallId: wide, customerId }, answer("6.00", "8.00"));
    const narrow = await openRecall(db, admin, opening(both.id, { scope: "forward" }));
    expect(await whereIn(narrow, customerId)).toMatch(/^8 lb with them, 2 lb used or thrown away/);
  });

  it("leaves nothing to answer for a client who was told, and doesn't count if given in a drill", async () => {
    const lot = await lotOf();
    const made = await lotOf([{ id: lot.id }]);
    const { customerId } = await packed({ lotId: made.id });
    const first = await openRecall(db, admin, opening(lot.id));
    await answerByPhone(db, admin, { recallId: first, customerId }, answer("5.00", "0.00"));
    const second = await openRecall(db, admin, opening(made.id, { scope: "forward" }));
    const silent = async () => {
      const file = (await fileOfRecall(db, admin, second)) as RecallFile;
      return openEndsOf(file.recall, file, false).silent.length;
    };
    expect(await silent()).toBe(1);
    const told = { requestId: randomUUID(), customer: customerId, note: "" };
    await recordContact(db, admin, second, { ...told, outcome: "told" });
    expect(await silent()).toBe(0);
    const client = await clientOfRecall(db, admin, second, customerId);
    const nothing = { requestId: randomUUID(), answeredBy: "Ari" };
    expect(checkAnswer(nothing, client ?? { lb: "", saidElsewhere: [] }).refused).toBeUndefined();
  });
});
