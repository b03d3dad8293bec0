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
export function whosePrice({ isStaff }: Pick<OrderDesk, "isStaff">): "Your" | "Their" {
  return isStaff ? "Their" : "Your";
}

/** In the address of an order form: for which of somebody's customers it was filled in. */
const forParameter = "for";

/**
 * A client's own orders.
 *
 * @param customerId whose, for somebody who orders for several customers: another tab may have switched
 *   to one of them by the time that this form is sent
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

/** Whether a form was filled in for another customer than the one that its sender acts for now. */
export function isForAnother({ searchParams }: URL, customerId: string): boolean {
  const whose = searchParams.get(forParameter);
  return whose !== null && whose !== customerId;
}

/** Said then; nothing is placed. */
export const forAnother =
  "You have switched to another business since this order was begun, so it was not placed. Switch back to place it, or load the page again.";

/** The page on which staff choose whom to order for. */
export const takeOrderPath = "/admin/orders/new";

/** Orders that staff take for a client, at one of their sites; null for the default one. */
export function staffDesk(customerId: string, siteId: string | null): OrderDesk {
  const whom = siteId === null ? customerId : `${customerId}/${siteId}`;
  return {
    page: `${takeOrderPath}/${whom}`,
    api: `/api/orders-for/${whom}`,
    isStaff: true,
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
