// Keeps the page of the till that was opened last, and nothing else of the back office, for when the line is
// cut (docs/decisions/0082-the-till-without-a-line.md). In the scope /admin/counter/; the page says what it
// needs, and whose it is: a member of staff.

self.kept = {
  ...{ stores: "till-page-", store: "till-page-1", told: "till kept" },
  isPage: (path) => /^\/admin\/counter\/[0-9a-f-]{36}$/.test(path),
  note: "/admin/counter/kept/till",
  // Prices change overnight.
  longest: 24 * 60 * 60 * 1000,
};

importScripts("/kept-page.js");
