import { eq, sql } from "drizzle-orm";
import { recordManyAudits } from "#app/domain/audit/record-audit.server.ts";
import { bookMany, reverse } from "#app/domain/ledger/book-entries.server.ts";
import { formatCents, toCents, toDollars } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { insertMany } from "#db/many-rows.ts";
import { customers } from "#db/schema/customers.ts";
import { openingBalances } from "#db/schema/imports.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { clientsOf } from "./find-clients.server.ts";
import { createSeen, type Judge, type KindWork, refused, type Verdict } from "./verdict.server.ts";

// An opening balance is an adjustment in the ledger (decision 31), once per client. The entry's id
// is stored beside the ledger, because ledger entries never change.

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
  // Every booking for a customer locks it first.
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
    const entryIds = await bookMany(
      tx,
      actor,
      added.map(({ customerId, cents, asOf, dueOn }) => ({
        customerId,
        kind: "adjustment",
        cents,
        occurredOn: asOf,
        dueOn,
        note: `Opening balance as of ${formatFullDay(asOf)}`,
      })),
    );
    await insertMany(
      tx,
      openingBalances,
      added.map(({ customerId, cents, asOf }, index) => ({
        customerId,
        cents,
        asOf,
        entryId: entryIds[index],
      })),
    );
    await recordManyAudits(
      tx,
      actor,
      added.map(({ customerId, cents, asOf }) => ({
        entity: "payment" as const,
        entityId: customerId,
        action: "opening balance",
        after: { amount: toDollars(cents), asOf },
      })),
    );
    return added.map(({ customerId }) => customerId);
  },
  async undo(tx, actor, rows) {
    const ids = sql.param(rows.map(({ entityId }) => entityId));
    const balances = await tx
      .select({
        customerId: openingBalances.customerId,
        entryId: ledgerEntries.id,
        cents: ledgerEntries.cents,
        used: ledgerEntries.allocatedCents,
      })
      .from(openingBalances)
      .innerJoin(ledgerEntries, eq(ledgerEntries.id, openingBalances.entryId))
      .where(sql`${openingBalances.customerId} = any(${ids}::uuid[])`);
    const settled = new Set(
      balances.flatMap(({ customerId, used }) => (used === 0 ? [] : [customerId])),
    );
    const due = balances.filter(({ used }) => used === 0);
    const note = "The import of the opening balance was undone";
    const entryIds = due.map(({ entryId }) => entryId);
    await reverse(tx, actor, { kind: "adjustment", entryIds, note });
    const undone = sql.param(due.map(({ customerId }) => customerId));
    await tx
      .delete(openingBalances)
      .where(sql`${openingBalances.customerId} = any(${undone}::uuid[])`);
    await recordManyAudits(
      tx,
      actor,
      due.map(({ customerId, cents }) => ({
        entity: "payment",
        entityId: customerId,
        action: "import undone",
        before: { amount: toDollars(cents) },
      })),
    );
    return rows.map(({ entityId }) => ({
      problem: settled.has(entityId) ? "Something of it is settled already, so it stays." : null,
    }));
  },
};
