export const inboxPath = "/admin/inbox";

/** The back office's pages, in order (specification, section 2; packing, lots and the inbox are additions). */
export const navigation = [
  { label: "Dashboard", to: "/admin" },
  { label: "Orders", to: "/admin/orders" },
  { label: "Packing", to: "/admin/packing" },
  { label: "Lots", to: "/admin/lots" },
  { label: "Runs", to: "/admin/runs" },
  { label: "Clients", to: "/admin/clients" },
  { label: "Inbox", to: inboxPath },
  { label: "Invoices", to: "/admin/invoices" },
  { label: "Receivables", to: "/admin/receivables" },
  { label: "Credits", to: "/admin/credits" },
  { label: "Card payments", to: "/admin/payments" },
  { label: "Products", to: "/admin/products" },
  { label: "Prices", to: "/admin/prices" },
];

/** Only for the designated administrator; others would be redirected to /login. */
export const imagesPage = { label: "Images", to: "/admin/images" };

/** Zones and delivery days (an addition to the specification's). */
export const deliveryPage = { label: "Delivery", to: "/admin/delivery" };

/** The last page of the menu (an addition to the specification's). */
export const settingsPage = { label: "Settings", to: "/admin/settings" };

/** Whether the link is only active on its exact path. */
export function isExact(to: string): boolean {
  return to === "/admin";
}

/** Links offered on a 404 page. */
export const usefulLinks = [
  { label: "Orders", to: "/admin/orders" },
  { label: "Dashboard", to: "/admin" },
];
