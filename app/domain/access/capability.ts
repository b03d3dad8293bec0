import type { MemberRole } from "#db/schema/values/customers.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";
import { type Permission, roleMay } from "./staff-roles.ts";

/**
 * What a request may do, as types (design, section 2). A data function takes the capability it
 * needs as an argument, so code without one can't call it. The symbols below exist only at compile
 * time and aren't exported, so no object literal elsewhere can pass as a capability. Only the
 * guards create them, through `capability.server.ts`.
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
 * A signed-in user, acting for a customer. What belongs to the customer (orders, invoices, business
 * details) is filtered by `customerId` and `sites`, what belongs to the person by `userId`, and
 * neither by anything else. What a role may do is decided by `may`.
 */
export interface Client extends Visitor {
  readonly [clientBrand]: true;
  readonly userId: string;
  readonly email: string;
  readonly customerId: string;
  /**
   * The customer and the records that were merged into it: what was ordered and issued is read for all of
   * these. What is written is the customer's.
   */
  readonly records: readonly string[];
  readonly role: MemberRole;
  /** Ids of the sites they may see and order for; null for all of the customer's. */
  readonly sites: readonly string[] | null;
  /**
   * The guests whose orders, placed with the address that they have confirmed, they see beside the
   * customer's.
   */
  readonly guests: readonly string[];
  /** For staff who act for the customer: not one of its members, so it is told at other addresses. */
  readonly onBehalf?: true;
}

/**
 * Staff who order for a customer, for instance on the telephone: a client of that customer, and of
 * one of its sites where there are several, with the member of staff's own account.
 */
export interface StaffClient extends Client {
  readonly [staffClientBrand]: true;
  readonly onBehalf: true;
}

/** What a member may do for their customer besides seeing its orders. */
export type MemberAction = "order" | "approve" | "see invoices" | "edit details" | "manage team";

const rolesFor: Record<MemberAction, readonly MemberRole[]> = {
  order: ["owner", "buyer", "approver"],
  approve: ["owner", "approver"],
  "see invoices": ["owner", "approver", "bookkeeper", "viewer"],
  "edit details": ["owner"],
  "manage team": ["owner"],
};

/** Whether a member's role allows it. Everyone may see the orders of their sites. */
export function may({ role }: Pick<Client, "role">, action: MemberAction): boolean {
  return rolesFor[action].includes(role);
}

/**
 * A signed-in member of staff who holds at least the permissions `P`; none of them where `P` is left
 * out. Whoever holds more can stand in: `Staff<"pack" | "money">` and `Admin` are a `Staff<"pack">`.
 * Also a client, of the customer they are a member of, if any.
 */
export interface Staff<P extends Permission = never> extends Client {
  readonly [staffBrand]: { readonly [Held in P]: true };
  readonly staffRole: StaffRole;
}

/** A signed-in administrator, of the role owner: holds every permission, and what none names. */
export interface Admin extends Staff<Permission> {
  readonly [adminBrand]: true;
}

/**
 * Whoever works in the back office, and may change how they sign in: also those who must set up a
 * second factor before they get to anything else, and so aren't `Admin` yet.
 */
export interface StaffAccount {
  readonly [staffAccountBrand]: true;
  readonly userId: string;
  readonly email: string;
  /** The session that sent the request. */
  readonly sessionId: string;
  /** When the password or a second factor was last proven in this session. */
  readonly provenAt: Date;
  /** When this session was last noted as used. */
  readonly seenAt: Date;
}

/** The administrator with the designated address: the only one who may change images. */
export interface ImageEditor extends Admin {
  readonly [imageEditorBrand]: true;
}

/** Whether a member of staff holds permissions; if so, their capability says so. */
export function staffMay<P extends Permission>(staff: Staff, ...wanted: P[]): staff is Staff<P> {
  return wanted.every((permission) => roleMay(staff.staffRole, permission));
}
