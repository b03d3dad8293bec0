import { placeOrderPath } from "#app/domain/drafts/order-draft.ts";
import { placedOrderPath } from "./order-form.ts";

export interface OrderDesk {
  /** The form's page, to which it is submitted without JavaScript. */
  page: string;
  /** The endpoint it is submitted to with JavaScript. */
  api: string;
  /** The endpoint that stores the client's own names of products. */
  names: string;
  isStaff: boolean;
}

/** Returns whose prices the form says they are (`whyThisPrice`). */
export function whosePrice({ isStaff }: Pick<OrderDesk, "isStaff">): "Your" | "Their" {
  return isStaff ? "Their" : "Your";
}

/** Query parameter of an order form: the customer that it was filled in for. */
const forParameter = "for";

/**
 * Returns the desk for a client's own orders.
 *
 * @param customerId set for a user with several customers, as another tab may switch before this
 *   form is sent
 */
export function ownDesk(customerId: string | null = null): OrderDesk {
  const query =
    customerId === null ? "" : `?${new URLSearchParams({ [forParameter]: customerId })}`;
  return {
    page: placeOrderPath + query,
    api: `/api/orders${query}`,
    isStaff: false,
    names: "/api/product-names",
  };
}

/** True if a form was filled in for another customer than its sender's current one. */
export function isForAnother({ searchParams }: URL, customerId: string): boolean {
  const whose = searchParams.get(forParameter);
  return whose !== null && whose !== customerId;
}

/** Shown in that case; nothing was placed. */
export const forAnother =
  "You have switched to another business since this order was begun, so it was not placed. Switch back to place it, or reload the page.";

export const takeOrderPath = "/admin/orders/new";

/** Returns the desk for staff orders at one of a client's sites; null for the default site. */
export function staffDesk(customerId: string, siteId: string | null): OrderDesk {
  const whom = siteId === null ? customerId : `${customerId}/${siteId}`;
  return {
    page: `${takeOrderPath}/${whom}`,
    api: `/api/orders-for/${whom}`,
    isStaff: true,
    names: `/api/product-names-for/${customerId}`,
  };
}

/** Returns the page of an order just placed. */
export function afterPlacing({ isStaff }: OrderDesk, orderId: string): string {
  return isStaff ? `/admin/orders/${orderId}?taken` : placedOrderPath(orderId);
}

/** Returns the page of any other order. */
export function orderPage({ isStaff }: OrderDesk, orderId: string): string {
  return `${isStaff ? "/admin" : "/dashboard"}/orders/${orderId}`;
}
