import { eq, sql } from "drizzle-orm";
import { recordAudit, recordManyAudits } from "#app/features/audit/record-audit.server.ts";
import { formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { formatCents, toCents, toDollars } from "#app/lib/money.ts";
import { customers } from "#db/schema/customers.ts";
import { openingBalances } from "#db/schema/imports.ts";
import { allocations, ledgerEntries } from "#db/schema/money/ledger.ts";
import { clientsOf } from "./find-clients.server.ts";
import { createSeen, type Judge, type KindWork, refused, type Verdict } from "./verdict.server.ts";

// An opening balance is an adjustment in the ledger (decision 31), once for each client: which one it
// is, is kept beside the ledger, whose entries never change.

function createJudge(today: string): Judge {
  const seen = createSeen();
  return async (tx, rows) => {
    const find = await clientsOf(tx, rows);
    const findings = rows.map((row) => ({ row, finding: find(row) }));
    const ids = findings.flatMap(({ finding }) => finding.client?.id ?? []);
    const stored = await tx
      .select()
      .from(openingBalances)
      .where(sql`${openingBalances.customerId} = any(${sql.param(ids)}::uuid[])`);
    const known = new Map(stored.map((balance) => [balance.customerId, balance]));
    return findings.map(({ row: { line, wanted }, finding }): Verdict => {
      if (finding.problem !== undefined) return refused(finding.problem);
      const { client } = finding;
      if (!client) return refused("There is no such client. Please import the clients first.");
      const first = seen(client.id, line);
      if (first !== undefined) return refused(`Row ${first} is the same client.`);
      const cents = Number(wanted.amount);
      const asOf = String(wanted.asOf ?? today);
      const dueOn = String(wanted.dueOn ?? asOf);
      const label = client.companyName || client.email;
      const balance = known.get(client.id);
      if (balance) {
        if (balance.cents === cents) return { state: "unchanged", entityId: client.id, label };
        return refused(
          `Its opening balance is ${formatCents(balance.cents)} as of ${formatFullDay(balance.asOf)}. Correct it on the client’s account, under Receivables.`,
        );
      }
      if (cents === 0) return { state: "unchanged", entityId: null, label };
      if (asOf > today) return refused(`${formatFullDay(asOf)} is in the future.`);
      const amount = toDollars(cents);
      return { state: "new", label, after: { amount, asOf, dueOn, customerId: client.id } };
    });
  };
}

export const balancesWork: KindWork = {
  judge: createJudge,
  // Whoever books for a customer locks it first.
  async lock(tx, importId) {
    await tx.execute(sql`
      select id from ${customers} where id in (
        select (after->>'customerId')::uuid from data_import_rows
        where import_id = ${importId} and state = 'new')
      order by id for no key update`);
  },
  async write(tx, actor, rows) {
    const added = rows.map(({ after }) => ({
      customerId: String(after.customerId),
      cents: toCents(String(after.amount)),
      asOf: String(after.asOf),
      dueOn: String(after.dueOn),
    }));
    const entries = await tx
      .insert(ledgerEntries)
      .values(
        added.map(({ customerId, cents, asOf, dueOn }) => ({
          ...{ customerId, kind: "adjustment" as const, cents, occurredOn: asOf },
          ...{ dueOn: cents > 0 ? dueOn : null, createdBy: actor.userId },
          note: `Opening balance as of ${formatFullDay(asOf)}`,
        })),
      )
      .returning({ id: ledgerEntries.id, customerId: ledgerEntries.customerId });
    const entryOf = new Map(entries.map(({ id, customerId }) => [customerId, id]));
    await tx.insert(openingBalances).values(
      added.map(({ customerId, cents, asOf }) => ({
        ...{ customerId, cents, asOf, entryId: entryOf.get(customerId) ?? "" },
      })),
    );
    await recordManyAudits(
      tx,
      actor,
      added.map(({ customerId, cents, asOf }) => ({
        ...{ entity: "payment" as const, entityId: customerId, action: "opening balance" },
        after: { amount: toDollars(cents), asOf },
      })),
    );
    return added.map(({ customerId }) => customerId);
  },
  async undo(tx, actor, rows) {
    const outcomes = [];
    for (const { entityId: customerId } of rows) {
      const [balance] = await tx
        .select({
          entryId: ledgerEntries.id,
          cents: ledgerEntries.cents,
          used: ledgerEntries.allocatedCents,
        })
        .from(openingBalances)
        .innerJoin(ledgerEntries, eq(ledgerEntries.id, openingBalances.entryId))
        .where(eq(openingBalances.customerId, customerId));
      if (!balance) {
        outcomes.push({ problem: null });
        continue;
      }
      const { entryId, cents, used } = balance;
      if (used !== 0) {
        outcomes.push({ problem: "Something of it is settled already, so it stays." });
        continue;
      }
      // Entries stay as they are: a counter entry settles it.
      const today = pacificDay(new Date());
      const [counter] = await tx
        .insert(ledgerEntries)
        .values({
          ...{ customerId, kind: "adjustment", cents: -cents, occurredOn: today },
          ...{ dueOn: cents < 0 ? today : null, createdBy: actor.userId },
          note: "The import of the opening balance was undone",
        })
        .returning({ id: ledgerEntries.id });
      const [creditId, debitId] =
        cents > 0 ? [counter?.id ?? "", entryId] : [entryId, counter?.id ?? ""];
      await tx.insert(allocations).values({
        ...{ customerId, creditId, debitId, cents: Math.abs(cents), createdBy: actor.userId },
      });
      await tx.delete(openingBalances).where(eq(openingBalances.customerId, customerId));
      await recordAudit(tx, actor, {
        ...{ entity: "payment", entityId: customerId, action: "import undone" },
        before: { amount: toDollars(cents) },
      });
      outcomes.push({ problem: null });
    }
    return outcomes;
  },
};
