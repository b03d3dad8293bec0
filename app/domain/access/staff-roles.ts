import type { StaffRole } from "#db/schema/values/staff.ts";

/**
 * What staff may do in the back office: a closed set, each a task of somebody's
 * (docs/decisions/0044-staff.md has the table). What none of them names, such as settings, staff
 * and the dashboard's figures, is the owner's.
 */
const permissions = [
  /** Weigh and pack orders, print their papers, keep lots. */
  "pack",
  /** Runs, their papers, drivers' links, and what drivers report. */
  "deliver",
  /** See all orders and what they come to. */
  "orders",
  /** Take, change, move, release, fulfil and cancel orders. */
  "sell",
  /** Sell over the counter, take what is owed for an order where it is picked up, keep the tills. */
  "till",
  /** Invoices, receivables, the bank's files, credits, card payments, files for the books. */
  "money",
  /** See clients, their sites and terms; with `sell`, make and correct them. */
  "clients",
  /** Answer inquiries and messages, and invite who asks. */
  "inbox",
  /** Price lists, clients' own prices, later prices. */
  "prices",
  /** Products and what the shop says of them, with the price on the shelf. */
  "catalogue",
] as const;

export type Permission = (typeof permissions)[number];

const permissionsOf: Record<StaffRole, readonly Permission[]> = {
  owner: permissions,
  packer: ["pack"],
  driver: ["deliver"],
  office: ["deliver", "orders", "sell", "clients", "inbox"],
  counter: ["orders", "till"],
  bookkeeper: ["orders", "money", "clients", "prices"],
  catalogue: ["catalogue"],
};

/** Whether a role includes a permission. */
export function roleMay(role: StaffRole, permission: Permission): boolean {
  return permissionsOf[role].includes(permission);
}
