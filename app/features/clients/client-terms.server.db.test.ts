import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { checkTerms, termsSeen, termsValues } from "#app/domain/customers/terms/client-terms.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getClientTerms, updateClientTerms } from "./client-terms.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  client = await signedInClient(db);
});
afterAll(() => database.close());

async function stored() {
  const terms = await getClientTerms(db, admin, client.customerId);
  if (!terms) throw new Error("no terms");
  return terms;
}

const terms = (changed: Record<string, string>) => {
  const { data } = checkTerms({ ...typed, ...changed });
  if (!data) throw new Error("refused");
  return data;
};

const typed = { termsKind: "net", termsDays: "30", poMode: "optional", invoicePer: "order" };

describe("a client's terms", () => {
  it("are logged with what differs, and the second of two concurrent changes is refused", async () => {
    const seen = termsSeen(await stored());
    const id = client.customerId;
    const mine = terms({ creditLimit: "$5,000", graceDays: "10", isHeld: "yes" });
    expect(await updateClientTerms(db, admin, { id, seen }, mine)).toEqual({ outcome: "saved" });
    expect(await stored()).toMatchObject({ creditLimit: "5000.00", graceDays: 10, isHeld: true });
    const [entry] = await listHistory(db, admin, { entity: "client", entityId: id });
    expect(entry).toMatchObject({
      action: "terms changed",
      before: { creditLimit: null, graceDays: null, isHeld: false },
      after: { creditLimit: "5000.00", graceDays: 10, isHeld: true },
    });
    expect(await updateClientTerms(db, admin, { id, seen }, mine)).toEqual({ outcome: "saved" });
    const late = await updateClientTerms(db, admin, { id, seen }, terms({ termsDays: "14" }));
    expect(late).toEqual({ outcome: "changed", stored: await stored() });
    const again = { id, seen: termsSeen(await stored()) };
    await updateClientTerms(db, admin, again, terms({ termsDays: "14" }));
    expect(termsValues(await stored())).toMatchObject({ termsDays: "14", creditLimit: "" });
  });

  it("are not found for an unknown client", async () => {
    const id = crypto.randomUUID();
    expect(await updateClientTerms(db, admin, { id, seen: "" }, terms({}))).toEqual({
      outcome: "gone",
    });
    expect(await getClientTerms(db, admin, "x")).toBeNull();
  });
});

describe("typed terms", () => {
  it.each([
    [{ termsDays: "366" }, "termsDays"],
    [{ termsDays: "-1" }, "termsDays"],
    [{ termsKind: "day_of_next_month", termsDays: "0" }, "termsDays"],
    [{ termsKind: "day_of_next_month", termsDays: "32" }, "termsDays"],
    [{ termsKind: "never" }, "termsKind"],
    [{ creditLimit: "much" }, "creditLimit"],
    [{ creditLimit: "-1" }, "creditLimit"],
    [{ graceDays: "1.5" }, "graceDays"],
    [{ poMode: "blanket" }, "poBlanket"],
    [{ poBlanketEndsOn: "2026-02-30" }, "poBlanketEndsOn"],
    [{ minOrder: "1e3" }, "minOrder"],
  ])("%j are refused at %s", (changed, field) => {
    const { refused } = checkTerms({ ...typed, ...changed });
    expect(Object.keys(refused?.errors ?? {})).toContain(field);
  });
});
