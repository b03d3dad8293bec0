import type { MemberRole } from "#db/schema/values/customers.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";
import { type Permission, roleMay } from "./staff-roles.ts";

/**
 * What a request may do, as types. A data function takes the capability it needs as an argument, so
 * that code without one can't call it. The symbols below exist only at compile time and aren't
 * exported, so that no object literal elsewhere can pass as a capability. Only
 * `app/guards/capabilities.server.ts` creates capabilities.
 */
declare const visitorBrand: unique symbol;
declare const clientBrand: unique symbol;
declare const staffClientBrand: unique symbol;
declare const staffBrand: unique symbol;
declare const adminBrand: unique symbol;
declare const imageEditorBrand: unique symbol;
declare const staffAccountBrand: unique symbol;

/** Anyone, signed in or not. */
export interface Visitor {
  readonly [visitorBrand]: true;
}

/**
 * A signed-in user, acting for a customer. Filter what belongs to the customer (orders, invoices,
 * business details) by `customerId` or `records`, and by `sites`; guest orders by `guests`; what
 * belongs to the person by `userId`. `may` decides what a role may do.
 */
export interface Client extends Visitor {
  readonly [clientBrand]: true;
  readonly userId: string;
  readonly email: string;
  readonly customerId: string;
  /** Ids of the customer and of the records merged into it, the latter only to be read. */
  readonly records: readonly string[];
  readonly role: MemberRole;
  /** Ids of the sites they may see and order for; null for all of the customer's. */
  readonly sites: readonly string[] | null;
  /** Ids of guests whose orders they also see, as they confirmed those orders' address. */
  readonly guests: readonly string[];
  /** True for staff acting for the customer: not a member, so emails go to other addresses. */
  readonly onBehalf?: true;
}

/**
 * Staff who order for a customer, e.g. by phone: a client of that customer, limited to one site if
 * there are several, with the staff member's own account.
 */
export interface StaffClient extends Client {
  readonly [staffClientBrand]: true;
  readonly onBehalf: true;
}

/** What a member may do for their customer, besides seeing its orders. */
export type MemberAction = "order" | "approve" | "see invoices" | "edit details" | "manage team";

const rolesFor: Record<MemberAction, readonly MemberRole[]> = {
  order: ["owner", "buyer", "approver"],
  approve: ["owner", "approver"],
  "see invoices": ["owner", "approver", "bookkeeper", "viewer"],
  "edit details": ["owner"],
  "manage team": ["owner"],
};

/** True if a member's role allows the action. Everyone may see the orders of their sites. */
export function may({ role }: Pick<Client, "role">, action: MemberAction): boolean {
  return rolesFor[action].includes(role);
}

/**
 * A signed-in staff member with at least the permissions `P`; none if `P` is omitted. Those with
 * more permissions qualify too: `Staff<"pack" | "money">` and `Admin` are a `Staff<"pack">`. Also a
 * client of the customer they are a member of, if any.
 */
export interface Staff<P extends Permission = never> extends Client {
  readonly [staffBrand]: { readonly [Held in P]: true };
  readonly staffRole: StaffRole;
}

/** A signed-in administrator (role `owner`): has every permission and may do what none covers. */
export interface Admin extends Staff<Permission> {
  readonly [adminBrand]: true;
}

/**
 * A back-office user who may change how they sign in, including one who must first set up a second
 * factor and is no `Admin` yet.
 */
export interface StaffAccount {
  readonly [staffAccountBrand]: true;
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  /** When the password or a second factor was last proven in this session. */
  readonly provenAt: Date;
  readonly seenAt: Date;
}

/** The administrator with the designated address: the only one who may change images. */
export interface ImageEditor extends Admin {
  readonly [imageEditorBrand]: true;
}

/** True if a staff member has all these permissions; narrows their capability to them. */
export function staffMay<P extends Permission>(staff: Staff, ...wanted: P[]): staff is Staff<P> {
  return wanted.every((permission) => roleMay(staff.staffRole, permission));
}
