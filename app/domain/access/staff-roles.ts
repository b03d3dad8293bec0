import type { StaffRole } from "#db/schema/values/staff.ts";

/**
 * Permissions of staff in the back office: a closed set, one per job (docs/decisions/0044-staff.md
 * has the table). Everything not covered, such as settings, staff and the dashboard's figures, is
 * reserved for the owner.
 */
const permissions = [
  /** Weigh and pack orders, print their papers, manage lots. */
  "pack",
  /** Manage runs, their papers, drivers' links and drivers' reports. */
  "deliver",
  /** See all orders and their amounts. */
  "orders",
  /** Take, change, move, release, fulfil and cancel orders. */
  "sell",
  /** Sell over the counter, take payments for orders at pickup, manage the tills. */
  "till",
  /** Manage invoices, receivables, bank files, credits, card payments and accounting files. */
  "money",
  /** See clients, their sites and terms; with `sell`, also create and correct them. */
  "clients",
  /** Answer inquiries and messages, and invite people who ask. */
  "inbox",
  /** Manage price lists, clients' own prices and future prices. */
  "prices",
  /** Manage products and what the shop says about them, including the shelf price. */
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

/** True if a role includes a permission. */
export function roleMay(role: StaffRole, permission: Permission): boolean {
  return permissionsOf[role].includes(permission);
}
