export const inboxPath = "/admin/inbox";

/** The pages of the back office, in order (specification, section 2); the inbox is ours. */
export const navigation = [
  { label: "Dashboard", to: "/admin" },
  { label: "Orders", to: "/admin/orders" },
  { label: "Clients", to: "/admin/clients" },
  { label: "Inbox", to: inboxPath },
  { label: "Invoices", to: "/admin/invoices" },
  { label: "Products", to: "/admin/products" },
];

/** For the designated administrator alone: it would only send others to /login. */
export const imagesPage = { label: "Images", to: "/admin/images" };

/** Whether only the very address is the page, not what lies below it. */
export function isExact(to: string): boolean {
  return to === "/admin";
}

/** Where one can go on from an address at which there is nothing. */
export const waysOn = [
  { label: "Orders", to: "/admin/orders" },
  { label: "Dashboard", to: "/admin" },
];
