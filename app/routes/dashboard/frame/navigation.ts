/** The pages of the client area, in order (specification, section 2). */
export const navigation = [
  { label: "Dashboard", to: "/dashboard" },
  { label: "Place Order", to: "/dashboard/place-order" },
  { label: "Orders", to: "/dashboard/orders" },
  { label: "Invoices", to: "/dashboard/invoices" },
  { label: "Account", to: "/dashboard/account" },
];

/** Whether only the very address is the page, not what lies below it. */
export function isExact(to: string): boolean {
  return to === "/dashboard";
}

/** Where one can go on from an address at which there is nothing. */
export const waysOn = [
  { label: "Your orders", to: "/dashboard/orders" },
  { label: "Dashboard", to: "/dashboard" },
];
