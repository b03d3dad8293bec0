import { eq, sql } from "drizzle-orm";
import { type Client, may } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { auditedLength, shortened } from "#app/domain/audit/shortened.ts";
import { onlyForOwner } from "#app/domain/customers/profile.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customerDetails, customers } from "#db/schema/customers.ts";
import { type Profile, type ProfileFields, profileFields } from "./profile.ts";
import { updateCustomer } from "./save-customers.server.ts";

const postalCode = sql<string>`coalesce((select postal_code from ship_tos
  where ship_tos.customer_id = customers.id and ship_tos.is_default), '')`.as("postal_code");

/** Returns the business details of the client's customer; null for a member of none. */
export async function getProfile(
  db: Database | Transaction,
  client: Client,
): Promise<Profile | null> {
  const [profile] = await db
    .select({ id: customers.id, ...customerDetails, postalCode })
    .from(customers)
    .where(eq(customers.id, client.customerId));
  return profile ?? null;
}

/**
 * Updates the given business details of the client's customer and returns all of them. Other
 * properties of `fields` are ignored.
 *
 * @param seen the last change as shown to staff; undefined for a member, who knows their own
 *   details
 * @throws Refusal for a member who may not edit them; ZodError for a text that is too long, which
 *   the form rejects first
 */
export async function updateProfile(
  db: Database,
  client: Client,
  fields: Partial<ProfileFields>,
  seen?: string,
): Promise<Profile> {
  if (!may(client, "edit details")) throw onlyForOwner();
  const given = profileFields.partial().parse(fields);
  return db.transaction(async (tx) => {
    const [locked] = await tx
      .select({ updatedAt: customers.updatedAt })
      .from(customers)
      .where(eq(customers.id, client.customerId))
      .for("update");
    const now = locked?.updatedAt.toISOString() ?? "";
    if (seen !== undefined && seen !== now) {
      throw new Refusal("changed", changedMeanwhile, { fields: { seen: now } });
    }
    const profile = await getProfile(tx, client);
    if (!profile) throw new Error(`No customer with the id ${client.customerId}`);

    const { before, after } = difference(profile, given);
    if (Object.keys(after).length === 0) return profile;
    await updateCustomer(tx, client.customerId, after);
    await recordAudit(tx, client, {
      entity: "client",
      entityId: client.customerId,
      action: "updated",
      ...shortenedChange(before, after),
    });
    return { ...profile, ...after };
  });
}

const changedMeanwhile =
  "Somebody changed this client meanwhile. What you typed is still here: check it, and save again.";

/** Returns the audited change; long texts are cut to the part that differs. */
function shortenedChange(before: Partial<ProfileFields>, after: Partial<ProfileFields>) {
  const logged: { before: Partial<ProfileFields>; after: Partial<ProfileFields> } = {
    before: {},
    after: {},
  };
  for (const field of profileFields.keyof().options) {
    const [from, to] = [before[field], after[field]];
    if (from === undefined || to === undefined) continue;
    [logged.before[field], logged.after[field]] = shortened(from, to, auditedLength);
  }
  return logged;
}

function difference(profile: Profile, given: Partial<ProfileFields>) {
  const before: Partial<ProfileFields> = {};
  const after: Partial<ProfileFields> = {};
  for (const field of profileFields.keyof().options) {
    const value = given[field];
    if (value === undefined || value === profile[field]) continue;
    before[field] = profile[field];
    after[field] = value;
  }
  return { before, after };
}
