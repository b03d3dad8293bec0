// Keeps the order form with its guide, and nothing else of the shop, for when there is no network
// (docs/decisions/0061-ordering-without-a-network.md). In the scope /dashboard/place-order; the page says
// what it needs, and whose it is: a member of a customer.

self.kept = {
  ...{ stores: "order-guide-", store: "order-guide-2", told: "order form kept" },
  isPage: (path) => path === "/dashboard/place-order",
  note: "/dashboard/place-order/kept",
  // Nobody finds prices that are older.
  longest: 7 * 24 * 60 * 60 * 1000,
};

importScripts("/kept-page.js");
