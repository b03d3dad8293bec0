import type { Access } from "#app/guards/guards.server.ts";
import { ownEntry } from "#app/lib/own-entry.ts";

/**
 * Who may see and change the pages of the back office, by their path in app/routes.ts below
 * /admin/. Pages not listed are the owner's, so that new ones are restricted by default.
 */
const openPages: Record<string, Access | { seen: Access; changed: Access }> = {
  packing: "pack",
  "packing/cuts/:day/:product": "pack",
  "packing/:id": "pack",
  "packing/:id/labels/:package": "pack",
  "packing/:id/lots": "pack",
  "packing/:id/papers/:paper": "pack",
  "packing/:id/reopen": ["pack", "sell"],
  stock: "pack",
  "stock/:id": "pack",
  lots: "pack",
  "lots/new": "pack",
  "lots/:id": "pack",
  "lots/:id/edit": "pack",

  // Staff who keep the books see what was received, and enter what it cost.
  receiving: ["pack", "money"],
  "receiving/new": "pack",
  "receiving/:id": ["pack", "money"],
  "receiving/:id/edit": ["pack", "money"],
  "receiving/:id/labels.pdf": "pack",
  "receiving/:id/papers/:paper": ["pack", "money"],
  suppliers: ["pack", "money"],
  "suppliers/new": ["pack", "money"],
  "suppliers/:id": ["pack", "money"],
  // Costs are visible only to the owner, who alone changes them.
  cutting: "pack",
  "cutting/new": "pack",
  "cutting/plan": "pack",
  "cutting/yields": { seen: "pack", changed: "owner" },
  "cutting/:id": { seen: "pack", changed: "owner" },
  "cutting/:id/labels.pdf": "pack",

  // For staff who take money at the counter; adding a till is the owner's.
  counter: "till",
  "counter/:till": "till",
  "counter/:till/drawer": "till",
  "counter/:till/pickups": "till",
  "counter/:till/pickups/:order": "till",
  "counter/sales/:id": "till",
  "counter/sessions/:id": "till",

  // Packers trace lots, sellers call clients; opening, mailing and closing are the owner's.
  recall: ["pack", "sell"],
  "recall/:id": ["pack", "sell"],
  "recall/:id/clients/:customer": ["pack", "sell"],
  "recall/:id/papers/:paper": ["pack", "sell"],

  // Packers weigh what came back; its weight determines its credit.
  returns: "pack",
  "returns/:order": "pack",

  runs: "deliver",
  "runs/:id": "deliver",
  "runs/:id/papers/:paper": "deliver",
  "runs/:id/cash-up": "sell",

  orders: { seen: "orders", changed: "sell" },
  "orders/:id": { seen: "orders", changed: "sell" },
  "orders/:id/credit": "money",
  "orders/move": "sell",
  "orders/new": "sell",
  "orders/new/:customer": "sell",
  "orders/new/:customer/:site": "sell",
  "orders/:id/change": "sell",
  "orders/:id/release": "sell",
  "orders/:id/deposit": "sell",
  "orders/:id/deposit/back": "money",
  "orders/:id/payments": "money",
  "orders/:id/pay": ["till", "money"],
  "orders/:id/day": "sell",
  "orders/:id/move": "sell",

  invoices: "money",
  "invoices/:id/debit": "money",
  sales: "money",
  receivables: "money",
  "receivables/import": "money",
  "receivables/import/files/:id": "money",
  "receivables/import/rows/:id": "money",
  "receivables/:customer": "money",
  "receivables/:customer/statement": "money",
  "receivables/:customer/statement.pdf": "money",
  credits: "money",
  "credits/:id": "money",
  payments: "money",
  "payments/:id": "money",
  "payments/:id/evidence.pdf": "money",
  "exports/accounting": "money",
  "exports/accounting/:batch/:file": "money",

  // Sellers create and correct clients; the terms on which they buy are the owner's.
  clients: "clients",
  "clients/:id": { seen: "clients", changed: "owner" },
  "clients/new": "sell",
  "clients/:id/details": "sell",
  "clients/:id/contacts": "sell",
  "clients/:id/sites/:site": "sell",
  "clients/:id/sites/:site/photos/:photo": "sell",
  "clients/:id/standing-orders": "sell",
  "clients/:id/standing-orders/:standing": "sell",
  "clients/:id/prices": "prices",
  "clients/:id/prices.pdf": "prices",
  prices: "prices",
  "prices/lists/:id": "prices",

  inbox: "inbox",
  "inbox/messages/:id": "inbox",
  "inbox/inquiries/:id": "inbox",

  products: "catalogue",

  "attachments/:id": { seen: ["money", "deliver"], changed: "money" },

  confirm: "any",

  // It finds only what the role may open.
  search: "any",

  // It checks itself who may export which list.
  "exports/:list": "any",

  // They redirect to the user's start page.
  "*": "any",
  "": "any",
};

/**
 * Returns the access that a request to a back office page needs. `pattern` is the page's path in
 * app/routes.ts, e.g. "/admin/orders/:id".
 */
export function accessTo(pattern: string, method: string): Access {
  const page = pattern.replace(/^\/?admin\/?/, "");
  const needed = ownEntry(openPages, page);
  if (needed === undefined) return "owner";
  if (typeof needed === "string" || !("seen" in needed)) return needed;
  return method === "GET" || method === "HEAD" ? needed.seen : needed.changed;
}
