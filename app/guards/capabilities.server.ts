import { type Account, rightsOf } from "#app/domain/access/account-rights.ts";
import type {
  Admin,
  Client,
  ImageEditor,
  Staff,
  StaffAccount,
  StaffClient,
  Visitor,
} from "#app/domain/access/capability.ts";

/**
 * For an account that is a member of no customer: it owns nothing and has no sites. Not the
 * account's own id, which is that of the customer it once opened.
 */
const noMembership: NonNullable<Account["membership"]> = {
  customerId: "00000000-0000-0000-0000-000000000000",
  role: "viewer",
  siteIds: [],
};

/** All capabilities of a request; null for those it doesn't have. */
export interface Capabilities {
  visitor: Visitor;
  client: Client | null;
  /**
   * Set for any role, including administrators; `staffMay` (capability.ts) says what they may do.
   */
  staff: Staff | null;
  admin: Admin | null;
  imageEditor: ImageEditor | null;
  /** Set for all staff, including those who still have to set up a second factor. */
  staffAccount: StaffAccount | null;
}

/**
 * Builds the capabilities for a session's account, or for no account (`null`). This is the only
 * place that creates capabilities: nothing outside `app/guards` and tests may import it. Routes get
 * theirs from the guards.
 *
 * An administrator has `profiles.is_admin` set or the designated address. Whole addresses are
 * compared, trimmed and in lower case; an empty designated address matches nobody.
 */
export function capabilitiesOf(account: Account | null, designatedEmail: string): Capabilities {
  const visitor = Object.freeze({}) as Visitor;
  // A session opened before a second factor was required grants nothing.
  if (!account || account.owes === "second factor") {
    return {
      visitor,
      client: null,
      staff: null,
      admin: null,
      imageEditor: null,
      staffAccount: null,
    };
  }

  const { customerId, role, siteIds, records = [customerId] } = account.membership ?? noMembership;
  const { userId, email, guests = [], session, owes = null } = account;
  const whose = { customerId, records, sites: siteIds, guests };
  const holder = Object.freeze({ userId, email, role, ...whose });
  const { isAdmin, isImageEditor, staffRole } = rightsOf(account, designatedEmail);
  const staff = staffRole && !owes ? (Object.freeze({ ...holder, staffRole }) as Staff) : null;
  const mayChangeOwn = staffRole && session;
  return {
    visitor,
    client: holder as Client,
    staff,
    admin: isAdmin ? (staff as Admin | null) : null,
    imageEditor: isImageEditor ? (staff as ImageEditor | null) : null,
    staffAccount: mayChangeOwn ? staffAccountOf(account, session) : null,
  };
}

function staffAccountOf(
  { userId, email }: Account,
  { id, provenAt, seenAt }: NonNullable<Account["session"]>,
): StaffAccount {
  return Object.freeze({ userId, email, sessionId: id, provenAt, seenAt }) as StaffAccount;
}

/**
 * Makes the capability to order for a customer from one to take orders. The caller must have
 * checked that the customer exists, has these records, and owns the site; null is its default site.
 */
export function onBehalfOf(
  { userId, email }: Staff<"sell">,
  { siteId, ...whose }: Pick<Client, "customerId" | "records"> & { siteId: string | null },
): StaffClient {
  const sites = siteId === null ? null : [siteId];
  const guests: readonly string[] = [];
  const holder = { userId, email, ...whose, role: "owner", sites, guests, onBehalf: true };
  return Object.freeze(holder) as StaffClient;
}

/**
 * Makes the capability to see what a customer sees, without acting for it. The caller must have
 * checked that the customer exists and has these records.
 */
export function viewOf(
  { userId, email }: Staff<"prices">,
  whose: Pick<Client, "customerId" | "records">,
): Client {
  const guests: readonly string[] = [];
  const holder = { userId, email, ...whose, role: "viewer", sites: null, guests, onBehalf: true };
  return Object.freeze(holder) as Client;
}
