import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { placedOrderPath } from "./order-form.ts";

/** Who is ordering for whom: where the order form is sent, and what it leads to. */
export interface OrderDesk {
  /** The form's page, which takes it without JavaScript. */
  page: string;
  /** What takes it with JavaScript. */
  api: string;
  /** What keeps the client's own names of products. */
  names: string;
  /** Whether staff order for a client. */
  isStaff: boolean;
}

/** How the form names the client's prices (`whyThisPrice`). */
export function whosePrice({ isStaff }: OrderDesk): "Your" | "Their" {
  return isStaff ? "Their" : "Your";
}

/** A client's own orders. */
export const ownDesk: OrderDesk = {
  page: placeOrderPath,
  api: "/api/orders",
  names: "/api/product-names",
  isStaff: false,
};

/** The page on which staff choose whom to order for. */
export const takeOrderPath = "/admin/orders/new";

/** Orders that staff take for a client, at one of their sites; null for the default one. */
export function staffDesk(customerId: string, siteId: string | null): OrderDesk {
  const whom = siteId === null ? customerId : `${customerId}/${siteId}`;
  return {
    ...{ page: `${takeOrderPath}/${whom}`, api: `/api/orders-for/${whom}`, isStaff: true },
    names: `/api/product-names-for/${customerId}`,
  };
}

/** The page of an order that was placed just now. */
export function afterPlacing({ isStaff }: OrderDesk, orderId: string): string {
  return isStaff ? `/admin/orders/${orderId}?taken` : placedOrderPath(orderId);
}

/** The page of any other order. */
export function orderPage({ isStaff }: OrderDesk, orderId: string): string {
  return `${isStaff ? "/admin" : "/dashboard"}/orders/${orderId}`;
}
