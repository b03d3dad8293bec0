import { and, eq, isNotNull, sql } from "drizzle-orm";
import { recordAudit, recordManyAudits } from "#app/features/audit/record-audit.server.ts";
import { phoneAsText } from "#app/features/exports/csv.ts";
import type { Transaction } from "#db/database.ts";
import { databaseErrorOf } from "#db/database-error.ts";
import { insertAccount } from "#db/insert-account.ts";
import { updateDetails } from "#db/profile.ts";
import { account, session, user } from "#db/schema/accounts.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { clientsOf } from "./find-clients.server.ts";
import {
  type Candidate,
  createSeen,
  differing,
  editedSince,
  type Facts,
  type Judge,
  type KindWork,
  refused,
  type Verdict,
} from "./verdict.server.ts";

const columns = {
  id: customers.id,
  companyName: customers.companyName,
  contactName: customers.contactName,
  phone: customers.phone,
  address: sql<string>`coalesce(${shipTos.address}, '')`,
  postalCode: sql<string>`coalesce(${shipTos.postalCode}, '')`,
  notes: customers.notes,
  termsKind: customers.termsKind,
  termsDays: customers.termsDays,
  creditLimit: customers.creditLimit,
  graceDays: customers.graceDays,
  poMode: customers.poMode,
  poBlanket: customers.poBlanket,
  invoicePer: customers.invoicePer,
  minOrder: customers.minOrder,
  accountingName: customers.accountingName,
  wantsStatements: customers.wantsStatements,
};

type Stored = Awaited<ReturnType<typeof storedOf>>[number];

function storedOf(tx: Transaction, ids: readonly string[]) {
  return tx
    .select(columns)
    .from(customers)
    .leftJoin(shipTos, and(eq(shipTos.customerId, customers.id), shipTos.isDefault))
    .where(sql`${customers.id} = any(${sql.param(ids)}::uuid[])`);
}

function createJudge(): Judge {
  const seen = createSeen();
  return async (tx, rows) => {
    const find = await clientsOf(tx, rows);
    const findings = rows.map((row) => ({ row, finding: find(row) }));
    const stored = await storedOf(
      tx,
      findings.flatMap(({ finding }) => finding.client?.id ?? []),
    );
    const byId = new Map(stored.map((client) => [client.id, client]));
    const emails = rows.flatMap(({ wanted }) => (wanted.email ? [String(wanted.email)] : []));
    const taken = await tx
      .select({ email: user.email })
      .from(user)
      .where(sql`${user.email} = any(${sql.param(emails)}::text[])`);
    const accounts = new Set(taken.map(({ email }) => email));
    return findings.map(({ row, finding }) => {
      if (finding.problem !== undefined) return refused(finding.problem);
      const { client } = finding;
      if (!client) return judgedNew(row, accounts, seen);
      const { email } = row.wanted;
      if (email && client.email === "") {
        return refused(
          "Nobody signs in for this client yet; an import can’t add an address to it.",
        );
      }
      if (email && email !== client.email) {
        return refused(`Its address is ${client.email}; only its owner can change it.`);
      }
      const known = byId.get(client.id);
      const verdict = known ? judged(row, known, seen) : refused("The client was just removed.");
      return client.isStaff && verdict.state === "changed"
        ? refused("This is an account of the staff, not a client.")
        : verdict;
    });
  };
}

function fieldsOf({ wanted }: Candidate) {
  const { clientId: _, email: __, ...fields } = wanted;
  return fields;
}

/** What is wrong with terms that are each right by themselves. */
function termsProblem({ termsKind, termsDays, poMode, poBlanket }: Facts): string | undefined {
  if (termsKind === "day_of_next_month" && (Number(termsDays) < 1 || Number(termsDays) > 31)) {
    return "The day of the next month has to be from 1 to 31.";
  }
  if (Number(termsDays) > 365) return "The days of terms have to be at most 365.";
  if (poMode === "blanket" && !poBlanket) {
    return "One PO number for all orders needs that number.";
  }
  return undefined;
}

const usualTerms = { termsKind: "net", termsDays: 30, poMode: "optional", poBlanket: "" };

function judgedNew(
  row: Candidate,
  accounts: ReadonlySet<string>,
  seen: ReturnType<typeof createSeen>,
): Verdict {
  const fields = fieldsOf(row);
  const email = String(row.wanted.email ?? "");
  const name = String(fields.companyName ?? "");
  if (name === "") return refused("A new client needs a company name.");
  if (accounts.has(email)) return refused("This address signs in for another client already.");
  const firstName = seen(`name ${name.toLowerCase()}`, row.line);
  const first = firstName ?? (email === "" ? undefined : seen(`email ${email}`, row.line));
  if (first !== undefined) {
    return refused(
      `Row ${first} has the same ${firstName === undefined ? "e-mail address" : "name"}. Further addresses of a client are sites.`,
    );
  }
  const problem = termsProblem({ ...usualTerms, ...fields });
  if (problem) return refused(problem);
  return { state: "new", label: name, after: { ...fields, ...(email !== "" && { email }) } };
}

function judged(row: Candidate, stored: Stored, seen: ReturnType<typeof createSeen>): Verdict {
  const fields = fieldsOf(row);
  const first = seen(`id ${stored.id}`, row.line);
  if (first !== undefined) {
    return refused(`Row ${first} is the same client. Further addresses of a client are sites.`);
  }
  // As an export writes it.
  if (fields.phone !== undefined && fields.phone === phoneAsText(stored.phone)) {
    fields.phone = stored.phone;
  }
  if (fields.companyName === "" && stored.companyName !== "")
    return refused("The company name is empty.");
  const problem = termsProblem({ ...stored, ...fields });
  if (problem) return refused(problem);
  const label = String(fields.companyName ?? stored.companyName) || row.label;
  const { before, after } = differing(stored, fields);
  if (Object.keys(after).length === 0) return { state: "unchanged", entityId: stored.id, label };
  return { state: "changed", entityId: stored.id, label, before, after };
}

/** Writes a client's details and terms. */
async function update(tx: Transaction, id: string, facts: Facts): Promise<void> {
  const { email: _, ...fields } = facts;
  await updateDetails(tx, id, fields);
}

async function insert(tx: Transaction, facts: Facts): Promise<string> {
  const { email, address = "", postalCode = "", ...fields } = facts;
  if (email) {
    const { contactName, companyName } = fields;
    const id = await insertAccount(tx, {
      email: String(email),
      name: String(contactName || companyName),
      emailVerified: false,
      // Nobody can sign in until the person has chosen one, by a mailed link.
      passwordHash: null,
      profile: {},
    });
    if (!id) throw new Error("The address was taken meanwhile");
    await update(tx, id, facts);
    return id;
  }
  const [made] = await tx
    .insert(customers)
    .values(fields as typeof customers.$inferInsert)
    .returning({ id: customers.id });
  if (!made) throw new Error("The client was not stored");
  await tx.insert(shipTos).values({
    ...{ customerId: made.id, address: String(address), postalCode: String(postalCode) },
    isDefault: true,
  });
  return made.id;
}

export const clientsWork: KindWork = {
  judge: createJudge,
  async lock(tx, importId) {
    await tx.execute(sql`
      select id from ${customers} where id in (
        select entity_id::uuid from data_import_rows
        where import_id = ${importId} and entity_id is not null and state in ('new', 'changed'))
      order by id for no key update`);
  },
  async write(tx, actor, rows) {
    const entityIds: string[] = [];
    for (const row of rows) {
      if (row.state === "changed") await update(tx, row.entityId, row.after);
      entityIds.push(row.state === "changed" ? row.entityId : await insert(tx, row.after));
    }
    await recordManyAudits(
      tx,
      actor,
      rows.map((row, index) => ({
        ...{ entity: "client" as const, entityId: entityIds[index] ?? "" },
        ...(row.state === "new"
          ? { action: "created by import", before: null, after: row.after }
          : { action: "edited by import", before: row.before, after: row.after }),
      })),
    );
    return entityIds;
  },
  async undo(tx, actor, rows) {
    const outcomes = [];
    for (const { state, entityId, before, after } of rows) {
      const [stored] = await storedOf(tx, [entityId]);
      const { email: _, ...fields } = after;
      const log = (was: Facts, is: Facts | null) =>
        recordAudit(tx, actor, {
          ...{ entity: "client", entityId, action: "import undone", before: was, after: is },
        });
      if (!stored) outcomes.push({ problem: null });
      else if (Object.keys(differing(stored, fields).after).length > 0) {
        outcomes.push({ problem: editedSince });
      } else if (state === "changed") {
        await update(tx, entityId, before);
        await log(after, before);
        outcomes.push({ problem: null });
      } else if (await isInUse(tx, entityId)) {
        outcomes.push({ problem: "Somebody has signed in for it since, so it stays." });
      } else if (await remove(tx, entityId)) {
        await log(after, null);
        outcomes.push({ problem: null });
      } else {
        outcomes.push({ problem: "It has orders, a balance or sites by now, and stays." });
      }
    }
    return outcomes;
  },
};

/** Whether the person has chosen a password or signed in, or others were made members. */
async function isInUse(tx: Transaction, id: string): Promise<boolean> {
  const [chosen] = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.userId, id), isNotNull(account.password)));
  const [signedIn] = await tx
    .select({ id: session.id })
    .from(session)
    .where(eq(session.userId, id));
  return chosen !== undefined || signedIn !== undefined;
}

/** Whether the client could be removed: nothing refers to it. */
async function remove(tx: Transaction, id: string): Promise<boolean> {
  const sites = await tx.select({ id: shipTos.id }).from(shipTos).where(eq(shipTos.customerId, id));
  const { rows: given } = await tx.execute(sql`
    select 1 from customer_price_lists where customer_id = ${id}
    union all select 1 from customer_prices where customer_id = ${id} limit 1`);
  if (sites.length > 1 || given.length > 0) return false;
  try {
    await tx.transaction(async (inner) => {
      await inner.delete(user).where(eq(user.id, id));
      await inner.delete(customers).where(eq(customers.id, id));
    });
    return true;
  } catch (error) {
    // Something refers to it: an order, a document, an entry of the ledger.
    if (databaseErrorOf(error)?.code === "23503" || databaseErrorOf(error)?.code === "23001")
      return false;
    throw error;
  }
}
