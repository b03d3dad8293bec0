import {
  Activity,
  Beef,
  Boxes,
  CalendarDays,
  ChartBar,
  ClipboardList,
  CreditCard,
  FileText,
  HandCoins,
  type IconNode,
  Image,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Newspaper,
  PackageOpen,
  PackageX,
  Scale,
  Settings,
  ShieldAlert,
  Slice,
  Store,
  Tag,
  Truck,
  Undo2,
  UserCog,
  Users,
  Warehouse,
} from "lucide";
import { type Permission, roleMay } from "#app/domain/access/staff-roles.ts";
import type { StaffRole } from "#db/schema/values/staff.ts";

/** An entry of the menu, and the access it needs. */
export interface MenuPage {
  label: string;
  to: string;
  needs: Permission | readonly Permission[] | "owner" | "any";
  icon: IconNode;
}

export const inboxPath = "/admin/inbox";
export const ordersPath = "/admin/orders";
export const packingPath = "/admin/packing";
const receivingPath = "/admin/receiving";
export const creditsPath = "/admin/credits";

/** Only for the designated administrator; others would be redirected to /login. */
const imagesPage: MenuPage = { label: "Images", to: "/admin/images", needs: "owner", icon: Image };

/** The owner's selection of the week, mailed to clients. */
export const freshSheetPage: MenuPage = {
  label: "Fresh sheet",
  to: "/admin/fresh-sheet",
  needs: "owner",
  icon: Newspaper,
};

export const deliveryPage: MenuPage = {
  label: "Delivery zones",
  to: "/admin/delivery",
  needs: "owner",
  icon: CalendarDays,
};

export const staffPage: MenuPage = {
  label: "Staff",
  to: "/admin/staff",
  needs: "owner",
  icon: UserCog,
};

export const healthPage: MenuPage = {
  label: "Health",
  to: "/admin/health",
  needs: "owner",
  icon: Activity,
};

export const settingsPage: MenuPage = {
  label: "Settings",
  to: "/admin/settings",
  needs: "owner",
  icon: Settings,
};

export const securityPage: MenuPage = {
  label: "Your sign-in",
  to: "/admin/security",
  needs: "any",
  icon: KeyRound,
};

/** A group of pages; the first one has no name. */
export interface MenuGroup {
  label: string;
  pages: MenuPage[];
}

const groups: MenuGroup[] = [
  {
    label: "",
    pages: [{ label: "Dashboard", to: "/admin", needs: "owner", icon: LayoutDashboard }],
  },
  {
    label: "Work",
    pages: [
      { label: "Orders", to: ordersPath, needs: "orders", icon: ClipboardList },
      { label: "Counter", to: "/admin/counter", needs: "till", icon: Store },
      { label: "Packing", to: packingPath, needs: "pack", icon: Scale },
      { label: "Stock", to: "/admin/stock", needs: "pack", icon: Warehouse },
      { label: "Receiving", to: receivingPath, needs: ["pack", "money"], icon: PackageOpen },
      { label: "Lots", to: "/admin/lots", needs: "pack", icon: Boxes },
      { label: "Cutting", to: "/admin/cutting", needs: "pack", icon: Slice },
      { label: "Recall", to: "/admin/recall", needs: ["pack", "sell"], icon: ShieldAlert },
      { label: "Deliveries", to: "/admin/runs", needs: "deliver", icon: Truck },
      { label: "Returns", to: "/admin/returns", needs: "pack", icon: PackageX },
    ],
  },
  {
    label: "People",
    pages: [
      { label: "Clients", to: "/admin/clients", needs: "clients", icon: Users },
      { label: "Inbox", to: inboxPath, needs: "inbox", icon: Inbox },
      freshSheetPage,
    ],
  },
  {
    label: "Money",
    pages: [
      { label: "Invoices", to: "/admin/invoices", needs: "money", icon: FileText },
      { label: "Receivables", to: "/admin/receivables", needs: "money", icon: HandCoins },
      { label: "Credits", to: creditsPath, needs: "money", icon: Undo2 },
      { label: "What sold", to: "/admin/sales", needs: "money", icon: ChartBar },
      { label: "Card payments", to: "/admin/payments", needs: "money", icon: CreditCard },
    ],
  },
  {
    label: "Catalogue",
    pages: [
      { label: "Products", to: "/admin/products", needs: "catalogue", icon: Beef },
      { label: "Prices", to: "/admin/prices", needs: "prices", icon: Tag },
      imagesPage,
    ],
  },
  { label: "Shop", pages: [deliveryPage, staffPage, healthPage, settingsPage, securityPage] },
];

/** Returns a role's menu, without empty groups; empty if the role could not be loaded. */
export function menuFor(role: StaffRole | null, isImageEditor: boolean): MenuGroup[] {
  const isOpen = (page: MenuPage) => isOpenTo(role, page) && (page !== imagesPage || isImageEditor);
  return groups.flatMap(({ label, pages }) => {
    const open = pages.filter(isOpen);
    return open.length > 0 ? [{ label, pages: open }] : [];
  });
}

/** True if a role may open a page. */
export function isOpenTo(role: StaffRole | null, { needs }: Pick<MenuPage, "needs">): boolean {
  if (role === null) return false;
  if (needs === "any") return true;
  if (needs === "owner") return role === "owner";
  return [needs].flat().some((permission) => roleMay(role, permission));
}

/** Linked from the settings and from empty lists. */
export const importPage = { label: "Import and export", to: "/admin/import" };

/** True if the link is only active on its exact path. */
export function isExact(to: string): boolean {
  return to === "/admin";
}

export const homePage = { label: "Back office", to: "/admin" };

/** Returns the page where the texts of a public page are edited. */
export function wordsPath(publicPath: string): string {
  return `${settingsPage.to}/words/${publicPath.slice(1) || "home"}`;
}
