import { and, asc, desc, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Client, may, type Staff } from "#app/domain/access/capability.ts";
import { inviteClients } from "#app/domain/accounts/credentials/invite-clients.server.ts";
import { insertManyAccounts } from "#app/domain/accounts/insert-account.server.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { auditedLength, shortened } from "#app/domain/audit/shortened.ts";
import { dropSitePhotos } from "#app/domain/customers/photos/site-photos.server.ts";
import { onlyForOwner } from "#app/domain/customers/profile.ts";
import {
  deleteSites,
  insertCustomers,
  insertOwners,
  insertSites,
  updateCustomer,
  updateSites,
} from "#app/domain/customers/save-customers.server.ts";
import { weekdayName, windowInWords } from "#app/domain/delivery/days.ts";
import type { DeliveryRules } from "#app/domain/delivery/rules.ts";
import { zoneAt } from "#app/domain/delivery/rules.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, lockName } from "#db/locks.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, isStaff, members, shipTos } from "#db/schema/customers.ts";
import { standingOrders } from "#db/schema/usual-orders.ts";
import type { ClientSite, NewClient, SiteForm } from "./client-record.ts";

// Every change is audited under the client.

type Keeper = Staff<"clients"> & Staff<"sell">;

/** Limits endless creation of sites; more than any client has. */
const mostSites = 50;

const goneClient = () => new Refusal("gone", "There is no such client.");
const goneSite = () => new Refusal("gone", "There is no such site.");
const changedMeanwhile =
  "Somebody changed this site meanwhile. What you typed is still here: check it, and save again.";

/**
 * Adds a client with its first site, and optionally emails its owner an invitation; nobody can sign
 * in until they have chosen a password. For staff who see clients and take orders.
 *
 * @returns the customer's id
 * @throws Refusal for an address that has an account; "alike" for a name or phone number of another
 * client, unless it is to be added anyway
 */
export function createClient(
  db: Database,
  staff: Keeper,
  wanted: NewClient,
  shop: Shop,
): Promise<string> {
  const { email, invites, anyway, address = "", postalCode = "", ...details } = wanted;
  return db.transaction(async (tx) => {
    // Serializes simultaneous requests for the same client.
    await lockName(tx, `client ${details.companyName.toLowerCase()}`);
    if (email !== "") {
      await lockName(tx, `account ${email}`);
      await refuseTaken(tx, email);
    }
    if (anyway === undefined) await refuseDuplicates(tx, details);
    let id: string | undefined;
    if (email !== "") {
      [id] = await insertManyAccounts(tx, [{ email, name: details.contactName ?? "" }]);
    }
    const site = { address, postalCode };
    const [customerId] = await insertCustomers(tx, [{ ...(id && { id }), ...details, site }]);
    if (!customerId) throw new Error("A client was not stored");
    if (id) await insertOwners(tx, [id]);
    const isInvited = id !== undefined && invites !== undefined;
    if (id && isInvited) await inviteClients(tx, [{ userId: id, email }], shop);
    await recordAudit(tx, staff, {
      entity: "client",
      entityId: customerId,
      action: "client added",
      after: {
        companyName: details.companyName,
        ...(email !== "" && { email }),
        ...(isInvited && { invited: "By email" }),
      },
    });
    return customerId;
  });
}

/** @throws Refusal naming the client whose login has the address */
async function refuseTaken(tx: Transaction, email: string): Promise<void> {
  const [account] = await tx
    .select({ name: customers.companyName, isOurs: isStaff })
    .from(user)
    .leftJoin(members, eq(members.userId, user.id))
    .leftJoin(customers, eq(customers.id, members.customerId))
    .where(eq(user.email, email))
    .limit(1);
  if (!account) return;
  const words = account.isOurs
    ? "This address belongs to somebody of your own staff. Use another one."
    : `This address signs in for ${account.name || "another client"} already. Add a site there, or use another address.`;
  throw new Refusal("taken", words, { errors: { email: [words] } });
}

const mostDuplicates = 5;

/** @throws Refusal with the clients of the same name or phone number */
async function refuseDuplicates(
  tx: Transaction,
  { companyName, phone = "" }: Pick<NewClient, "companyName" | "phone">,
): Promise<void> {
  // Compares the last ten digits, because a number may begin with "+1".
  const digits = phone.replace(/\D/g, "").slice(-10);
  const sameNumber = sql`right(regexp_replace(${customers.phone}, '\\D', '', 'g'), 10) = ${digits}`;
  const alike = await tx
    .select({ id: customers.id, name: customers.companyName, phone: customers.phone })
    .from(customers)
    .where(
      and(
        isNull(customers.mergedInto),
        eq(customers.guestEmail, ""),
        sql`not ${isStaff}`,
        or(
          sql`lower(${customers.companyName}) = ${companyName.toLowerCase()}`,
          digits.length === 10 ? sameNumber : undefined,
        ),
      ),
    )
    .orderBy(asc(customers.companyName), asc(customers.id))
    .limit(mostDuplicates);
  if (alike.length === 0) return;
  throw new Refusal("alike", "There is a client like this one already.", { answer: { alike } });
}

/**
 * Makes a client inactive or active again. Nobody can order for an inactive client, and they get no
 * reminders or offers; existing orders, debts and documents stay. Idempotent. For staff who see
 * clients and take orders. @throws Refusal for an unknown client
 */
export function setInactive(
  db: Database,
  staff: Keeper,
  customerId: string,
  isInactive: boolean,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!isUuid(customerId) || !(await lockCustomer(tx, customerId))) throw goneClient();
    const [before] = await tx
      .select({ inactiveAt: customers.inactiveAt, mergedInto: customers.mergedInto })
      .from(customers)
      .where(eq(customers.id, customerId));
    if (before?.mergedInto) {
      throw new Refusal("merged", "This client is merged into another. Separate them first.");
    }
    if ((before?.inactiveAt != null) === isInactive) return;
    await updateCustomer(tx, customerId, { inactiveAt: isInactive ? new Date() : null });
    await recordAudit(tx, staff, {
      entity: "client",
      entityId: customerId,
      action: isInactive ? "made inactive" : "made active",
    });
  });
}

/** Returns a client's sites with their zones, the default one first. For staff who see clients. */
export async function clientSites(
  db: Database,
  _staff: Staff<"clients">,
  customerId: string,
  rules: Pick<DeliveryRules, "zones">,
): Promise<ClientSite[]> {
  return isUuid(customerId) ? sitesOf(db, customerId, rules) : [];
}

/** Returns a client's own sites. @throws Refusal for a member without access to them */
export async function ownSites(
  db: Database,
  client: Client,
  rules: Pick<DeliveryRules, "zones">,
): Promise<ClientSite[]> {
  refuseOthers(client);
  return sitesOf(db, client.customerId, rules);
}

/** Only the account's owner may change sites. @throws Refusal */
function refuseOthers(client: Client): void {
  if (!may(client, "edit details") || client.sites !== null) throw onlyForOwner();
}

async function sitesOf(
  db: Database,
  customerId: string,
  rules: Pick<DeliveryRules, "zones">,
): Promise<ClientSite[]> {
  const sites = await db
    .select()
    .from(shipTos)
    .where(eq(shipTos.customerId, customerId))
    .orderBy(desc(shipTos.isDefault), asc(shipTos.name), asc(shipTos.id));
  return sites.map(({ id, name, address, postalCode, contactName, phone, notes, ...site }) => ({
    id,
    name,
    address,
    postalCode,
    contactName,
    phone,
    notes,
    isDefault: site.isDefault,
    updatedAt: site.updatedAt,
    closedOn: site.closedOn,
    gateCode: site.gateCode,
    receivesFrom: atMinute(site.receivesFrom),
    receivesTo: atMinute(site.receivesTo),
    zoneName: zoneAt(rules, postalCode)?.name ?? null,
  }));
}

/** "06:30:00" → "06:30" */
const atMinute = (time: string | null) => time?.slice(0, 5) ?? null;

/**
 * Adds or updates a site; `siteId` is null for a new one. Existing orders keep their copied
 * details. For staff who see clients and take orders. @throws Refusal
 */
export function saveSite(
  db: Database,
  staff: Keeper,
  which: { customerId: string; siteId: string | null },
  wanted: SiteForm,
): Promise<void> {
  return save(db, staff, which, wanted);
}

/** Like `saveSite`, for a client's own site. @throws Refusal */
export async function saveOwnSite(
  db: Database,
  client: Client,
  siteId: string | null,
  wanted: SiteForm,
): Promise<void> {
  refuseOthers(client);
  await save(db, client, { customerId: client.customerId, siteId }, wanted);
}

async function save(
  db: Database,
  by: Actor,
  { customerId, siteId }: { customerId: string; siteId: string | null },
  { seen, isDefault: makesDefault, ...fields }: SiteForm,
): Promise<void> {
  if (!isUuid(customerId)) throw goneClient();
  await db.transaction(async (tx) => {
    if (!(await lockCustomer(tx, customerId))) throw goneClient();
    const sites = await tx.select().from(shipTos).where(eq(shipTos.customerId, customerId));
    const before = sites.find(({ id }) => id === siteId);
    if (siteId !== null && !before) throw goneSite();
    if (before && seen !== before.updatedAt.toISOString()) {
      throw new Refusal("changed", changedMeanwhile, {
        fields: { seen: before.updatedAt.toISOString() },
      });
    }
    if (!before && sites.length >= mostSites) {
      throw new Refusal("too many", `There are ${mostSites} sites already. Remove one first.`);
    }
    const others = sites.filter(({ id }) => id !== siteId);
    refuseNameless(fields, others);
    const becomesDefault = makesDefault !== undefined && before?.isDefault !== true;
    if (becomesDefault) await dropDefault(tx, customerId, siteId);
    const stored = { ...fields, ...(becomesDefault && { isDefault: true }) };
    if (before) await updateSites(tx, [{ id: before.id, fields: stored }]);
    else await insertSites(tx, [{ ...stored, customerId }]);
    const changes = differences(before, { ...before, ...stored });
    if (Object.keys(changes.after).length === 0) return;
    await recordAudit(tx, by, {
      entity: "client",
      entityId: customerId,
      action: before ? "site changed" : "site added",
      ...changes,
    });
  });
}

/** Refuses names that don't tell a client's sites apart. @throws Refusal */
function refuseNameless(
  { name }: Pick<SiteForm, "name">,
  others: readonly { name: string }[],
): void {
  if (others.length === 0) return;
  const wrong =
    name === ""
      ? "Please name it, so that it can be told from the other sites."
      : others.some((other) => other.name.toLowerCase() === name.toLowerCase())
        ? "Another site has this name."
        : null;
  if (wrong) throw new Refusal("invalid", wrong, { errors: { name: [wrong] } });
}

async function dropDefault(tx: Transaction, customerId: string, siteId: string | null) {
  const others = and(
    eq(shipTos.customerId, customerId),
    shipTos.isDefault,
    siteId === null ? undefined : ne(shipTos.id, siteId),
  );
  const found = await tx.select({ id: shipTos.id }).from(shipTos).where(others);
  await updateSites(
    tx,
    found.map(({ id }) => ({ id, fields: { isDefault: false } })),
  );
}

const audited = ["name", "address", "postalCode", "contactName", "phone", "notes"] as const;

type SiteRow = typeof shipTos.$inferSelect;

const closedInWords = ({ closedOn = [] }: Partial<SiteRow>) => closedOn.map(weekdayName).join(", ");

const hoursInWords = ({ receivesFrom: from, receivesTo: to }: Partial<SiteRow>) =>
  from && to ? windowInWords({ from, to }) : "";

/** Returns what differs, with long texts cut to the differing part. */
function differences(before: SiteRow | undefined, now: Partial<SiteRow>) {
  const sides: { before: Record<string, string>; after: Record<string, string> } = {
    before: {},
    after: {},
  };
  for (const field of audited) {
    const [from, to] = [before?.[field] ?? "", now[field] ?? ""];
    if (from === to) continue;
    [sides.before[field], sides.after[field]] = shortened(from, to, auditedLength);
  }
  for (const [field, inWords] of [
    ["closedOn", closedInWords],
    ["receives", hoursInWords],
  ] as const) {
    const [from, to] = [inWords(before ?? {}), inWords(now)];
    if (from !== to) [sides.before[field], sides.after[field]] = [from, to];
  }
  if ((before?.gateCode ?? "") !== (now.gateCode ?? "")) {
    // The log is kept longer than a gate code should be, so it omits the code.
    sides.after.gateCode = now.gateCode ? "changed" : "removed";
  }
  if (now.isDefault && !before?.isDefault) sides.after.defaultSite = now.name || "yes";
  return sides;
}

/**
 * Deletes a site that no order went to and that isn't the default. For staff who see clients and
 * take orders. @throws Refusal
 */
export function removeSite(
  db: Database,
  staff: Keeper,
  which: { customerId: string; siteId: string },
): Promise<void> {
  return remove(db, staff, which);
}

/** Like `removeSite`, for a client's own site. @throws Refusal */
export async function removeOwnSite(db: Database, client: Client, siteId: string): Promise<void> {
  refuseOthers(client);
  await remove(db, client, { customerId: client.customerId, siteId });
}

async function remove(
  db: Database,
  by: Actor,
  { customerId, siteId }: { customerId: string; siteId: string },
): Promise<void> {
  if (!isUuid(customerId) || !isUuid(siteId)) throw goneSite();
  await db.transaction(async (tx) => {
    if (!(await lockCustomer(tx, customerId))) throw goneClient();
    const own = and(eq(shipTos.customerId, customerId), eq(shipTos.id, siteId));
    const [site] = await tx.select().from(shipTos).where(own);
    if (!site) throw goneSite();
    if (site.isDefault) {
      throw new Refusal(
        "default",
        "Orders go here by default. Make another site the default first.",
      );
    }
    const running = and(eq(standingOrders.siteId, siteId), isNull(standingOrders.endedAt));
    if ((await tx.$count(standingOrders, running)) > 0) {
      throw new Refusal("used", "A standing order goes to this site. End it first.");
    }
    await dropSitePhotos(tx, [siteId]);
    const isGone = (await deleteSites(tx, [siteId])).has(siteId);
    if (!isGone) {
      throw new Refusal(
        "used",
        "Orders went to this site, so it stays. Rename it if it has closed.",
      );
    }
    await recordAudit(tx, by, {
      entity: "client",
      entityId: customerId,
      action: "site removed",
      before: { name: site.name, address: site.address },
    });
  });
}

/** Returns when a client's details were last changed; null for an unknown client. */
export async function seenClient(db: Database, customerId: string): Promise<string | null> {
  if (!isUuid(customerId)) return null;
  const [row] = await db
    .select({ updatedAt: customers.updatedAt })
    .from(customers)
    .where(eq(customers.id, customerId));
  return row?.updatedAt.toISOString() ?? null;
}
