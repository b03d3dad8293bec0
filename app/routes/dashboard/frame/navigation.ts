/** The pages of the client area, in order (specification, section 2). */
export const navigation = [
  { label: "Dashboard", to: "/dashboard" },
  { label: "Place Order", to: "/dashboard/place-order" },
  { label: "Orders", to: "/dashboard/orders" },
  { label: "Invoices", to: "/dashboard/invoices" },
  { label: "Account", to: "/dashboard/account" },
];

/** Whether the link is only active on its exact path. */
export function isExact(to: string): boolean {
  return to === "/dashboard";
}

/** Links offered on a 404 page. */
export const waysOn = [
  { label: "Your orders", to: "/dashboard/orders" },
  { label: "Dashboard", to: "/dashboard" },
];
