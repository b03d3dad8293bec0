import { type Permission, roleMay } from "#app/domain/access/staff-roles.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";

/** An entry of the menu, and what it takes to open it. */
interface MenuPage {
  label: string;
  to: string;
  needs: Permission | "owner" | "any";
}

export const inboxPath = "/admin/inbox";

/** The back office's pages, in order (specification, section 2; packing, lots and the inbox are additions). */
const navigation: MenuPage[] = [
  { label: "Dashboard", to: "/admin", needs: "owner" },
  { label: "Orders", to: "/admin/orders", needs: "orders" },
  { label: "Packing", to: "/admin/packing", needs: "pack" },
  { label: "Lots", to: "/admin/lots", needs: "pack" },
  { label: "Deliveries", to: "/admin/runs", needs: "deliver" },
  { label: "Clients", to: "/admin/clients", needs: "clients" },
  { label: "Inbox", to: inboxPath, needs: "owner" },
  { label: "Invoices", to: "/admin/invoices", needs: "money" },
  { label: "Receivables", to: "/admin/receivables", needs: "money" },
  { label: "Credits", to: "/admin/credits", needs: "money" },
  { label: "Card payments", to: "/admin/payments", needs: "money" },
  { label: "Products", to: "/admin/products", needs: "catalogue" },
  { label: "Prices", to: "/admin/prices", needs: "prices" },
];

/** Only for the designated administrator; others would be redirected to /login. */
const imagesPage: MenuPage = { label: "Images", to: "/admin/images", needs: "owner" };

/** Zones and delivery days (an addition to the specification's). */
export const deliveryPage: MenuPage = {
  label: "Delivery zones",
  to: "/admin/delivery",
  needs: "owner",
};

/** Who works here (an addition to the specification's). */
export const staffPage: MenuPage = { label: "Staff", to: "/admin/staff", needs: "owner" };

/** How the shop itself is doing (an addition to the specification's). */
export const healthPage: MenuPage = { label: "Health", to: "/admin/health", needs: "owner" };

/** The last page of the menu (an addition to the specification's). */
export const settingsPage: MenuPage = { label: "Settings", to: "/admin/settings", needs: "owner" };

/** How one signs in oneself (an addition to the specification's). */
export const securityPage: MenuPage = {
  label: "Your sign-in",
  to: "/admin/security",
  needs: "any",
};

/** The menu of a role; empty where the role could not be loaded. */
export function pagesFor(role: StaffRole | null, isImageEditor: boolean): MenuPage[] {
  const isOpen = ({ needs }: MenuPage) =>
    role !== null &&
    (needs === "any" || (needs === "owner" ? role === "owner" : roleMay(role, needs)));
  const images = isImageEditor ? [imagesPage] : [];
  const last = [deliveryPage, staffPage, healthPage, settingsPage, securityPage];
  return [...navigation, ...images, ...last].filter(isOpen);
}

/** Imports and exports of what the shop holds; linked from the settings and from empty lists. */
export const importPage = { label: "Import and export", to: "/admin/import" };

/** Whether the link is only active on its exact path. */
export function isExact(to: string): boolean {
  return to === "/admin";
}

/** The first page of the back office, which leads everybody to where they work. */
export const homePage = { label: "Back office", to: "/admin" };

/** Where the texts of a public page are edited. */
export function wordsPath(publicPath: string): string {
  return `${settingsPage.to}/words/${publicPath.slice(1) || "home"}`;
}
