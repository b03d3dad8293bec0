import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, isStaff, members, ownerOfCustomer } from "#db/schema/customers.ts";
import { anyOf, type Candidate, textsIn } from "./verdict.server.ts";

interface FoundClient {
  id: string;
  companyName: string;
  /** Empty for a client without a login. */
  email: string;
  isStaff: boolean;
}

type Finding =
  | { client: FoundClient; none?: never; problem?: never }
  | { client?: never; none: true; problem?: never }
  | { client?: never; none?: never; problem: string };

/** Finds the clients of rows by their columns `clientId`, `email` and `companyName`. */
export async function clientsOf(
  tx: Transaction,
  rows: readonly Candidate[],
): Promise<(row: Candidate) => Finding> {
  const names = textsIn(rows, "companyName").map((name) => name.toLowerCase());
  const ids = anyOf([sql`id`, "uuid", textsIn(rows, "clientId")]);
  const owned = anyOf([sql`email`, "text", textsIn(rows, "email")]);
  const named = anyOf([sql`lower(company_name)`, "text", names]);
  // Separate queries, because an "or" across several tables would scan all of them.
  const { rows: meant } = await tx.execute<{ id: string }>(sql`
    select id from ${customers} where ${ids}
    union select customer_id from ${members} join ${user} on users.id = user_id where ${owned}
    union select account_id from ${customers} where ${named}`);
  const found = await tx
    .select({
      id: customers.id,
      companyName: customers.companyName,
      email: sql<string>`coalesce(${user.email}, '')`,
      isStaff,
      /** Names of records that were merged into it. */
      formerNames: sql<string[]>`array(select lower(record.company_name) from customers as record
        where record.merged_into = ${customers.id})`,
    })
    .from(customers)
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .where(
      and(
        eq(customers.guestEmail, ""),
        isNull(customers.mergedInto),
        sql`${customers.id} = any(${sql.param(meant.map(({ id }) => id))}::uuid[])`,
      ),
    );
  const byId = new Map(found.map((client) => [client.id, client]));
  const byEmail = new Map(found.map((client) => [client.email, client]));
  const byName = new Map<string, typeof found>();
  for (const client of found) {
    const names = new Set([client.companyName.toLowerCase(), ...client.formerNames]);
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), client]);
  }
  return ({ wanted }) => {
    const email = String(wanted.email ?? "");
    const name = String(wanted.companyName ?? "").toLowerCase();
    if (wanted.clientId) {
      const client = byId.get(String(wanted.clientId));
      return client ? { client } : { problem: "There is no client with this ID." };
    }
    const owner = email === "" ? undefined : byEmail.get(email);
    if (owner) return { client: owner };
    const [first, ...others] = (name === "" ? undefined : byName.get(name)) ?? [];
    if (!first) return { none: true };
    if (others.length > 0) {
      return { problem: "Several clients have this name; please add the email address." };
    }
    if (email !== "" && first.email !== "") {
      return {
        problem: `Another client has this name, with the address ${first.email}. Leave the email empty to mean that one.`,
      };
    }
    return { client: first };
  };
}
