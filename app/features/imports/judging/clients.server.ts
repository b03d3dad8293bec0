import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import {
  deleteManyAccounts,
  insertManyAccounts,
} from "#app/domain/accounts/insert-account.server.ts";
import {
  insertCustomers,
  insertOwners,
  updateCustomers,
} from "#app/domain/customers/save-customers.server.ts";
import { maxTermsDays } from "#app/domain/customers/terms/client-terms.ts";
import { filedTermsColumns } from "#app/domain/customers/terms/terms-columns.server.ts";
import { beginStatements } from "#app/domain/documents/reminders.server.ts";
import { phoneAsText } from "#app/lib/csv/csv.ts";
import type { Transaction } from "#db/database.ts";
import { account, session, user } from "#db/schema/accounts.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { recordRows, recordUndone } from "./audit-rows.server.ts";
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
  notes: customers.notes,
  ...filedTermsColumns,
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

/** Describes terms that are valid one by one but not together. */
function termsProblem({ termsKind, termsDays, poMode, poBlanket }: Facts): string | undefined {
  if (termsKind === "day_of_next_month" && (Number(termsDays) < 1 || Number(termsDays) > 31)) {
    return "The day of the next month has to be from 1 to 31.";
  }
  if (Number(termsDays) > maxTermsDays) {
    return `The days of terms have to be at most ${maxTermsDays}.`;
  }
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
      `Row ${first} has the same ${firstName === undefined ? "email address" : "name"}. Further addresses of a client are sites.`,
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

/** Updates clients' details and terms, and the addresses of their main sites. */
async function update(
  tx: Transaction,
  clients: readonly { id: string; fields: Facts }[],
): Promise<void> {
  await updateCustomers(tx, clients);
  await beginStatements(
    tx,
    clients.flatMap(({ id, fields }) => (fields.wantsStatements === true ? [id] : [])),
  );
}

/** Adds clients and logins for those with an email address; returns the clients' ids. */
async function insert(tx: Transaction, added: readonly Facts[]): Promise<string[]> {
  const owners = await insertManyAccounts(
    tx,
    added.flatMap(({ email, contactName, companyName }) =>
      email ? [{ email: String(email), name: String(contactName || companyName) }] : [],
    ),
  );
  const inOrder = owners.values();
  const ids = added.map(({ email }) => (email ? inOrder.next().value : undefined) ?? randomUUID());
  await insertCustomers(
    tx,
    added.map(({ address, postalCode, ...fields }, index) => ({
      ...fields,
      id: ids[index],
      site: { address: String(address ?? ""), postalCode: String(postalCode ?? "") },
    })),
  );
  await insertOwners(tx, owners);
  await beginStatements(
    tx,
    ids.filter((_, index) => added[index]?.wantsStatements === true),
  );
  return ids;
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
    const added = rows.flatMap((row) => (row.state === "new" ? [row.after] : []));
    const inOrder = (await insert(tx, added)).values();
    await update(
      tx,
      rows.flatMap((row) =>
        row.state === "changed" ? [{ id: row.entityId, fields: row.after }] : [],
      ),
    );
    const entityIds = rows.map((row) =>
      row.state === "changed" ? row.entityId : (inOrder.next().value ?? ""),
    );
    await recordRows(tx, actor, "client", rows, entityIds);
    return entityIds;
  },
  async undo(tx, actor, rows) {
    const ids = rows.map(({ entityId }) => entityId);
    const known = new Map((await storedOf(tx, ids)).map((client) => [client.id, client]));
    const inUse = await inUseOf(tx, ids);
    const problems = rows.map(({ state, entityId, after }) => {
      const stored = known.get(entityId);
      const { email: _, ...fields } = after;
      if (!stored) return "";
      if (Object.keys(differing(stored, fields).after).length > 0) return editedSince;
      return state === "new" ? (inUse.get(entityId) ?? null) : null;
    });
    const due = rows.filter((_, index) => problems[index] === null);
    const [changed, added] = [
      due.filter(({ state }) => state === "changed"),
      due.filter(({ state }) => state === "new"),
    ];
    await update(
      tx,
      changed.map(({ entityId, before }) => ({ id: entityId, fields: before })),
    );
    const gone = await deleteManyAccounts(
      tx,
      added.map(({ entityId }) => entityId),
    );
    const isUndone = ({ state, entityId }: (typeof rows)[number]) =>
      state === "changed" || gone.has(entityId);
    await recordUndone(tx, actor, "client", due.filter(isUndone));
    return rows.map((row, index) => ({
      problem: problems[index] === null && !isUndone(row) ? hasMore : problems[index] || null,
    }));
  },
};

const hasMore = "It has orders, a balance or sites by now, and stays.";

/** Returns why added clients can't be undone: a password or sign-in, or own sites or prices. */
async function inUseOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; signed: boolean; more: boolean }>(sql`
    select id,
      exists (select from ${account} where user_id = asked.id and password is not null)
        or exists (select from ${session} where user_id = asked.id) as signed,
      (select count(*) from ${shipTos} where customer_id = asked.id) > 1
        or exists (select from customer_price_lists where customer_id = asked.id)
        or exists (select from customer_prices where customer_id = asked.id) as more
    from unnest(${sql.param(ids)}::uuid[]) as asked (id)`);
  return new Map(
    rows.flatMap(({ id, signed, more }) => {
      if (signed) return [[id, "Someone has signed in for it since, so it stays."]];
      return more ? [[id, hasMore]] : [];
    }),
  );
}
