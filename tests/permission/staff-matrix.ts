export const lesserRoles = [
  "packer",
  "driver",
  "office",
  "counter",
  "bookkeeper",
  "catalogue",
] as const;

export type LesserRole = (typeof lesserRoles)[number];

/** Where each role works, and where it is redirected from pages that it may not open. */
export const desks: Record<LesserRole, string> = {
  packer: "/admin/packing",
  driver: "/admin/runs",
  office: "/admin/orders",
  counter: "/admin/counter",
  bookkeeper: "/admin/receivables",
  catalogue: "/admin/products",
};

/** Who opens a page besides owners, and who sends its forms; the same unless `send` is given. */
interface OpenTo {
  see: readonly LesserRole[];
  send?: readonly LesserRole[];
  /** Roles that are let in but not to the objects tried here. */
  miss?: readonly LesserRole[];
}

const packers: OpenTo = { see: ["packer"] };
const receivers: OpenTo = { see: ["packer", "bookkeeper"] };
/** Roles that trace lots to clients; only the owner opens, emails and closes a recall. */
const tracers: OpenTo = { see: ["packer", "office"] };
const drivers: OpenTo = { see: ["driver", "office"] };
/** Roles that take money at the hand-over. */
const tellers: OpenTo = { see: ["counter"] };
const bookkeepers: OpenTo = { see: ["bookkeeper"] };
const allStaff: OpenTo = { see: lesserRoles };
const office: OpenTo = { see: ["office"] };
const orders: OpenTo = { see: ["office", "counter", "bookkeeper"], send: ["office"] };

/**
 * Pages for roles other than the owner's, by pattern in app/routes.ts; the owner may open
 * everything. Deliberately duplicated, so that opening a page to a role takes two decisions.
 */
const openTo: Record<string, OpenTo> = {
  "/admin/packing": packers,
  "/admin/packing/cuts/:day/:product": packers,
  "/admin/packing/:id": packers,
  "/admin/packing/:id/labels/:package": packers,
  "/admin/packing/:id/lots": packers,
  "/admin/packing/:id/papers/:paper": packers,
  "/admin/stock": packers,
  "/admin/stock/:id": packers,
  "/admin/lots": packers,
  "/admin/lots/new": packers,
  "/admin/lots/:id": packers,
  "/admin/lots/:id/edit": packers,
  "/admin/receiving": receivers,
  "/admin/receiving/new": packers,
  "/admin/receiving/:id": receivers,
  "/admin/receiving/:id/edit": receivers,
  "/admin/receiving/:id/labels.pdf": packers,
  "/admin/receiving/:id/papers/:paper": receivers,
  "/admin/suppliers": receivers,
  "/admin/suppliers/new": receivers,
  "/admin/suppliers/:id": receivers,
  "/admin/cutting": packers,
  "/admin/cutting/new": packers,
  "/admin/cutting/plan": packers,
  "/admin/cutting/yields": { see: ["packer"], send: [] },
  "/admin/cutting/:id": { see: ["packer"], send: [] },
  "/admin/cutting/:id/labels.pdf": packers,
  "/admin/recall": tracers,
  "/admin/recall/:id": tracers,
  "/admin/recall/:id/clients/:customer": tracers,
  "/admin/recall/:id/papers/:paper": tracers,
  "/admin/counter": tellers,
  "/admin/counter/:till": tellers,
  "/admin/counter/:till/drawer": tellers,
  "/admin/counter/:till/pickups": tellers,
  "/admin/counter/:till/pickups/:order": tellers,
  "/admin/counter/sales/:id": tellers,
  "/admin/counter/sessions/:id": tellers,
  "/admin/packing/:id/reopen": { see: ["packer", "office"] },
  "/admin/returns": packers,
  "/admin/returns/:order": packers,
  "/admin/runs": drivers,
  "/admin/runs/:id": drivers,
  "/admin/runs/:id/papers/:paper": drivers,
  "/admin/runs/:id/cash-up": office,
  "/admin/orders": orders,
  "/admin/orders/:id": orders,
  "/admin/orders/:id/pay": { see: ["counter", "bookkeeper"] },
  "/admin/orders/move": office,
  "/admin/orders/new": office,
  "/admin/orders/new/:customer": office,
  "/admin/orders/new/:customer/:site": office,
  "/admin/orders/:id/change": office,
  "/admin/orders/:id/release": office,
  "/admin/orders/:id/deposit": office,
  "/admin/orders/:id/deposit/back": bookkeepers,
  "/admin/orders/:id/payments": bookkeepers,
  "/admin/orders/:id/day": office,
  "/admin/orders/:id/move": office,
  "/admin/orders/:id/credit": bookkeepers,
  "/admin/credits": bookkeepers,
  "/admin/credits/:id": bookkeepers,
  "/admin/clients": { see: ["office", "bookkeeper"] },
  "/admin/clients/:id": { see: ["office", "bookkeeper"], send: [] },
  "/admin/clients/new": office,
  "/admin/clients/:id/details": office,
  "/admin/clients/:id/contacts": office,
  "/admin/clients/:id/sites/:site": office,
  "/admin/clients/:id/sites/:site/photos/:photo": office,
  "/admin/clients/:id/standing-orders": office,
  "/admin/clients/:id/standing-orders/:standing": office,
  "/admin/inbox": office,
  "/admin/inbox/messages/:id": office,
  "/admin/inbox/inquiries/:id": office,
  "/admin/clients/:id/prices": bookkeepers,
  "/admin/clients/:id/prices.pdf": bookkeepers,
  "/admin/prices": bookkeepers,
  "/admin/prices/lists/:id": bookkeepers,
  "/admin/invoices": bookkeepers,
  "/admin/invoices/:id/debit": bookkeepers,
  "/admin/sales": bookkeepers,
  "/admin/receivables": bookkeepers,
  "/admin/receivables/import": bookkeepers,
  "/admin/receivables/import/files/:id": bookkeepers,
  "/admin/receivables/import/rows/:id": bookkeepers,
  "/admin/receivables/:customer": bookkeepers,
  "/admin/receivables/:customer/statement": bookkeepers,
  "/admin/receivables/:customer/statement.pdf": bookkeepers,
  "/admin/payments": bookkeepers,
  "/admin/payments/:id": bookkeepers,
  "/admin/payments/:id/evidence.pdf": bookkeepers,
  "/admin/exports/accounting": bookkeepers,
  "/admin/exports/accounting/:batch/:file": bookkeepers,
  // A photo of a credit; drivers have those of their stops.
  "/admin/attachments/:id": { see: ["bookkeeper"], miss: ["driver", "office"] },
  "/admin/products": { see: ["catalogue"] },
  // Everybody's own sign-in methods, and the confirmation of who they are.
  "/admin/security": allStaff,
  "/admin/confirm": allStaff,
  // It finds only what the role may open (office-search.test.ts).
  "/admin/search": allStaff,
  "/api/office-search": allStaff,

  "/api/passkeys": allStaff,
  "/api/packing/:order": packers,
  "/api/packing/:order/labels/:package": packers,
  "/api/counter/:till": tellers,
  "/api/lots": packers,
  "/api/orders-for/:customer": office,
  "/api/orders-for/:customer/:site": office,
  "/api/product-names-for/:customer": office,
  "/api/bank-files": bookkeepers,
  // Only the designated administrator changes images.
  "/api/images": { see: ["catalogue"], send: [] },
  "/api/image-mappings": { see: ["catalogue"], send: [] },
  "/api/image-refresh": { see: ["catalogue"], send: [] },
};

/** The exported lists, each a file of the address /admin/exports/:list. */
const lists: Record<string, readonly LesserRole[]> = {
  orders: ["office", "bookkeeper"],
  "order-items": ["office", "bookkeeper"],
  invoices: ["bookkeeper"],
  sales: ["bookkeeper"],
  taxes: ["bookkeeper"],
  receipts: ["bookkeeper"],
  products: ["catalogue"],
  clients: [],
};

/** Pages for all staff that redirect to the role's own. */
export const leadsOn = (pattern: string) => pattern === "/admin" || pattern === "/admin/*";

/** True if a role may see an address of a pattern. */
export function maySee(role: LesserRole, pattern: string, address: string): boolean {
  const [, list] = /^\/admin\/exports\/([\w-]+)\.csv$/.exec(address) ?? [];
  if (pattern === "/admin/exports/:list") return lists[list ?? ""]?.includes(role) ?? false;
  return openTo[pattern]?.see.includes(role) ?? false;
}

/** True if a role is let in at a pattern and finds nothing. */
export function misses(role: LesserRole, pattern: string): boolean {
  return openTo[pattern]?.miss?.includes(role) ?? false;
}

/** True if a role may send the forms of a pattern's pages. */
export function maySend(role: LesserRole, pattern: string): boolean {
  const { see, send = see } = openTo[pattern] ?? { see: [] };
  return send.includes(role);
}
