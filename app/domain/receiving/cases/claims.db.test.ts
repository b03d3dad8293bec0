import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Admin, Staff } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { receipts } from "#db/schema/meat/receiving.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { refusal } from "#tests/setup/reason-of.ts";
import { openForReceiving } from "#tests/setup/rooms/receiving-tests.ts";
import { getReceipt, listReceipts } from "../receipts.server.ts";
import type { Receipt } from "../receiving.ts";
import { noteClaimSent, settleClaim } from "../settle-claim.server.ts";
import { previewOf } from "../settlement.ts";

let database: OpenDatabase;
let admin: Admin;
let packer: Staff<"pack">;
let bookkeeper: Staff<"money">;
const { received, stored, lotOf, correctReceipt } = openForReceiving((opened) => {
  ({ database, admin, packer, bookkeeper } = opened);
});

describe("a claim", () => {
  const short = { lb: "90.00", invoicedLb: "100.00", pricedBy: "lb", priceCents: 5_00 } as const;
  const settle = (receipt: Receipt, cents: number | number[] | null, reason = "Their scale") =>
    settleClaim(
      database.db,
      bookkeeper,
      receipt,
      cents === null
        ? null
        : {
            lines: [cents]
              .flat()
              .map((one, place) => ({ position: place + 1, cents: one, reason })),
            note: "CN-1",
          },
    );

  it("covers missing and refused goods; the lots bear what isn't credited", async () => {
    const receipt = await received(
      newReceipt([short, { ...short, invoicedLb: "90.00", isAccepted: false, reason: "Warm" }]),
    );
    expect(receipt.money).toMatchObject({ costCents: 450_00, claimedCents: 500_00 });
    const open = async () =>
      (await listReceipts(database.db, admin, { filter: "claims", limit: 100 })).rows.some(
        ({ id }) => id === receipt.id,
      );
    expect(await open()).toBe(true);
    expect((await refusal(settle(receipt, [50_01, 450_00]))).answer.errors).toEqual({
      credited1: ["That is more than the $50.00 that is claimed. Correct what came first"],
    });
    expect((await refusal(settle(receipt, [50_00, 430_00], ""))).answer.errors).toEqual({
      creditedReason2: ["Please say why less is credited than you claim"],
    });
    await settle(receipt, [50_00, 430_00]);
    expect(await open()).toBe(false);
    expect((await lotOf(receipt)).costCents).toBe(470_00);
    const settled = await stored(receipt.id);
    expect(settled).toMatchObject({ creditedNote: "CN-1", money: { creditedCents: 480_00 } });
    expect(await getReceipt(database.db, packer, receipt.id)).toMatchObject({
      creditedNote: "",
      creditedAt: null,
      creditedBy: null,
    });
    expect((await refusal(settle(receipt, 1))).code).toBe("changed");
    await settle(settled, null);
    expect((await lotOf(receipt)).costCents).toBe(450_00);
    const log = await auditEntries(database.db, "receipt", receipt.id);
    expect(log.map(({ action }) => action)).toEqual([
      "received",
      "claim settled",
      "claim opened again",
    ]);
  });

  it("on refused goods needs an entry that the supplier billed them", async () => {
    const refused = { lb: "20.00", pricedBy: "lb", priceCents: 6_08, isAccepted: false } as const;
    const receipt = await received(newReceipt([{}, { ...refused, reason: "Torn box" }]));
    expect(receipt.money).toMatchObject({ claimedCents: 0, unbilledLb: 20_00 });
    const isOpen = async () => {
      const { rows } = await listReceipts(database.db, admin, { filter: "claims", limit: 100 });
      return rows.some(({ id }) => id === receipt.id);
    };
    expect(await isOpen()).toBe(false);
    expect((await refusal(settle(receipt, [0, 121_60]))).message).toBe(
      "Nothing is claimed of this supplier.",
    );
    const billed = async (invoicedLb: string) => {
      const now = await stored(receipt.id);
      await correctReceipt(database.db, admin, now, {
        invoiceNumber: "",
        note: "",
        freightCents: 0,
        reason: "",
        lines: now.lines.slice(1).map(({ id }) => ({
          ...refused,
          id,
          boxes: 4,
          invoicedLb,
          invoicedCents: null,
          isRemoved: false,
        })),
      });
      return (await stored(receipt.id)).money;
    };
    expect(await billed("20.00")).toMatchObject({ claimedCents: 121_60, unbilledLb: 0 });
    expect(await isOpen()).toBe(true);
    expect(await billed("0.00")).toMatchObject({ claimedCents: 0, unbilledLb: 0 });
    expect(await isOpen()).toBe(false);
  });

  it("that is not credited in full is borne by its own line's lot alone, as the preview shows", async () => {
    const receipt = await received(
      newReceipt([short, { lb: "60.00", pricedBy: "lb", priceCents: 5_00 }, short]),
    );
    const typed = { credited1: "50", credited3: "12.50" };
    expect(previewOf(receipt, typed).map(({ before, after }) => [before, after])).toEqual([
      ["$5.00/lb", "$5.00/lb"],
      ["$5.00/lb", "$5.00/lb"],
      ["$5.00/lb", "$5.42/lb"],
    ]);
    // Invalid input has no figure: letters, nothing, and more than is claimed.
    for (const wrong of ["twelve", "", "50.01"]) {
      expect(previewOf(receipt, { ...typed, credited3: wrong })).toEqual([]);
    }
    await settle(receipt, [50_00, 0, 12_50]);
    const settled = await stored(receipt.id);
    const costs = await Promise.all([1, 2, 3].map((at) => lotOf(settled, at)));
    expect(costs.map(({ costCents }) => costCents)).toEqual([450_00, 300_00, 487_50]);
    expect(settled.money?.creditedCents).toBe(62_50);
    expect(settled.lines.map(({ money }) => [money?.creditedCents, money?.creditedReason])).toEqual(
      [
        [50_00, ""],
        [0, ""],
        [12_50, "Their scale"],
      ],
    );
  });

  it("is noted as sent while it is open, with author and way, for staff who see money", async () => {
    const receipt = await received(newReceipt([short]));
    const listed = async (staff: typeof packer | typeof bookkeeper) => {
      const { rows } = await listReceipts(database.db, staff, { filter: "claims", limit: 100 });
      return rows.find(({ id }) => id === receipt.id)?.claimSentAt;
    };
    expect(await listed(bookkeeper)).toBeNull();
    await noteClaimSent(database.db, bookkeeper, receipt.id, "By phone");
    await noteClaimSent(database.db, bookkeeper, receipt.id, "Emailed Kim");
    const sent = { at: expect.any(Date), by: expect.any(String), how: "Emailed Kim" };
    expect((await stored(receipt.id)).claimSent).toEqual(sent);
    // Stored with the claim, not only in the log.
    const [row] = await database.db.select().from(receipts).where(eq(receipts.id, receipt.id));
    expect(row).toMatchObject({
      claimSentAt: expect.any(Date),
      claimSentBy: bookkeeper.userId,
      claimSentHow: "Emailed Kim",
    });
    expect(await listed(bookkeeper)).toBeInstanceOf(Date);
    expect(await listed(packer)).toBeNull();
    await settle(receipt, 0, "They did not answer");
    expect((await stored(receipt.id)).claimSent).toEqual(sent);
    expect((await refusal(noteClaimSent(database.db, bookkeeper, receipt.id, ""))).message).toBe(
      "No claim on this supplier is open.",
    );
  });

  it("is empty for a correct delivery, and can't fall below what was credited", async () => {
    expect((await refusal(settle(await received(newReceipt([{}])), 1))).code).toBe("invalid");
    const receipt = await received(newReceipt([short]));
    await settle(receipt, 50_00);
    const settled = await stored(receipt.id);
    const [line] = settled.lines;
    const correction = correctReceipt(database.db, admin, settled, {
      invoiceNumber: "",
      note: "",
      freightCents: 0,
      reason: "",
      lines: [
        {
          ...short,
          id: line?.id ?? "",
          boxes: 4,
          invoicedLb: null,
          invoicedCents: null,
          isRemoved: false,
        },
      ],
    });
    expect((await refusal(correction)).code).toBe("credited");
    expect((await stored(receipt.id)).lines[0]?.invoicedLb).toBe("100.00");
  });
});
