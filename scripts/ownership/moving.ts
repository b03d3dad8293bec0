/** Writes of a table outside its owner, which are still to move. Shortened with each step, and empty at the end. */
export const moving: readonly string[] = [
  "order_items: app/domain/packages/pack-as-ordered.server.ts",
  "order_items: app/domain/ordering/changing/change-order.server.ts",
  "order_items: app/domain/ordering/delivery/day-prices.server.ts",
  "order_items: app/domain/ordering/placing/priced-lines.server.ts",
  "order_items: app/domain/packages/lines.server.ts",
  "order_items: app/domain/packages/packages.server.ts",
  "order_items: server/seed/demo.ts",
  "order_links: app/domain/ordering/links/new-link.server.ts",
  "orders: app/domain/delivery/booking.server.ts",
  "orders: app/domain/documents/issuing/issue-invoice.server.ts",
  "orders: app/domain/documents/issuing/issue-monthly-invoice.server.ts",
  "orders: app/domain/ordering/changing/change-order.server.ts",
  "orders: app/domain/ordering/delivery/change-address.server.ts",
  "orders: app/domain/ordering/delivery/change-day.server.ts",
  "orders: app/domain/ordering/delivery/move-packed.server.ts",
  "orders: app/domain/ordering/holding/release-order.server.ts",
  "orders: app/domain/ordering/placing/place-order.server.ts",
  "orders: app/domain/ordering/retail/place-retail-order.server.ts",
  "orders: app/domain/ordering/transition/confirm-order.server.ts",
  "orders: app/domain/ordering/transition/unconfirmed-orders.server.ts",
  "orders: app/domain/packages/lines.server.ts",
  "orders: app/domain/packages/lock-order.server.ts",
  "orders: server/seed/demo.ts",
];

/** Sums of a named figure outside its owner; as above. */
export const movingFigures: readonly string[] = [];
