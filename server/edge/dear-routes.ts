import { availableParallelism } from "node:os";
import { mostEntries } from "#app/domain/documents/statements/statement-days.ts";
import { searchPace } from "#app/domain/limits/pace-limit.ts";
import { exportsAtOnce, type MailCause, mailCounts } from "#app/domain/limits/rate-limits.ts";
import type { Shares } from "#app/domain/limits/shares.ts";
import { printLimits } from "#app/domain/papers/printing.ts";
import { pictureLimits } from "#app/domain/pictures/upload/decoder-limits.ts";
import { maxUploadBytes, uploadLimits } from "#app/domain/pictures/upload/upload-limits.ts";

// Expensive routes: the cost of one request, the limit per sender, and what happens to the rest.
// docs/security.md shows this table, and a test checks the routes: one that takes bytes, sends
// mail, prints or exports must be listed here.

/**
 * Rendering a page takes some 10 ms of the single JavaScript thread, so the last of a hundred gets
 * its response after about a second: less than people wait for, and than `Retry-After` says.
 * Concurrency equals the number of database connections. A few requests keep the thread busy; more
 * of one network would only make everybody's pages wait.
 */
export const pageLoad = { atOnce: 10, ofNetwork: 3, waiting: 90 };

/**
 * Password hashing takes 0.1 s of CPU each. One CPU stays free for the rest of the shop, which
 * would otherwise wait for people guessing passwords; the last in the queue waits about a second.
 */
export const passwordLoad = { atOnce: Math.max(1, availableParallelism() - 1), waiting: 10 };

export type DearKind = "bytes" | "mail" | "print" | "export" | "password";

interface Dear {
  what: string;
  /** The resources that one request may use. */
  thread: string;
  memory: string;
  database: string;
  most: string;
  /** What happens to requests beyond it. */
  rest: string;
  kind?: DearKind;
  /** The names given by the build. */
  routes: readonly string[];
}

const MB = 1024 * 1024;
const inMB = (bytes: number) => `${Math.round(bytes / MB).toLocaleString("en-CA")} MB`;
const inSeconds = (ms: number) => `${(ms / 1000).toLocaleString("en-CA")} s`;

function shares(
  { account, network, process }: Shares,
  unit = (count: number) => `${count}`,
): string {
  return `at once ${unit(account)} an account, ${unit(network)} a network, ${unit(process)} in all`;
}

function mails(cause: MailCause): string {
  const [hour, day] = mailCounts(cause, "").slice(-2);
  return `${hour?.[0].times} an hour and ${day?.[0].times} a day`;
}

const page = "a page's";
const pages = `${pageLoad.atOnce} pages at once, ${pageLoad.ofNetwork} of a network, and ${pageLoad.waiting} in line`;
const turnedAway = "503 at once, with `Retry-After`";
const said = "429 or 503 at once, with `Retry-After` and a sentence";

export const dearRoutes: readonly Dear[] = [
  {
    what: "papers",
    thread: `none: a process prints, ended after ${inSeconds(printLimits.work)} of the processor`,
    memory: `${inMB(printLimits.memory)} of that process, replaced beyond ${inMB(printLimits.replace.memory)}`,
    database: `a page's, at its turn; ${mostEntries.toLocaleString("en-CA")} entries of a statement`,
    most: `${shares(printLimits.inLine)}, one printed at a time, accounts in turn`,
    rest: said,
    kind: "print",
    routes: [
      "routes/invoices/invoice",
      "routes/dashboard/statement",
      "routes/dashboard/price-sheet",
      "routes/admin/packing/paper",
      "routes/admin/receiving/labels",
      "routes/admin/cutting/labels",
      "routes/admin/runs/paper",
      "routes/admin/clients/price-sheet",
      "routes/admin/receivables/statement",
      "routes/admin/payments/evidence",
      "routes/admin/recall/paper",
      "routes/admin/people/person-paper",
      "routes/api/packing-label",
    ],
  },
  {
    what: "uploads: photos, signatures, files of banks and to import",
    thread: `none for pictures: a process decodes, ended after ${inSeconds(pictureLimits.work)} of the processor; previews of files beyond 64 kB have a thread of their own`,
    memory: `a file of ${inMB(maxUploadBytes)}, ${uploadLimits.inMemory.pictures} pictures and ${uploadLimits.inMemory.files} others at once; ${inMB(pictureLimits.memory)} of a picture's process, 512 MB of a preview's thread`,
    database: "a row, and the batch of rows that a job reads at a time",
    most: `${shares(uploadLimits.inFlight, inMB)}; accounts in turn`,
    rest: "429 or 503 at once, with a sentence; what hardly arrives is ended (408)",
    kind: "bytes",
    routes: [
      "routes/api/images",
      "routes/api/bank-files",
      "routes/api/import-files",
      "routes/run/images",
      "routes/dashboard/attachment",
      "routes/admin/attachment",
      "routes/admin/clients/record/site-photo",
      "routes/admin/receiving/paper",
    ],
  },
  {
    what: "exports of whole lists",
    thread:
      "a batch of rows at a time, as fast as it is read, and half of the time at most, all together",
    memory: "a batch of rows",
    database: "a query for each batch",
    most: `staff: ${shares(exportsAtOnce)}`,
    rest: said,
    kind: "export",
    routes: ["routes/admin/export"],
  },
  {
    what: "small files: stops of a run, recalls, templates, batches for the books",
    thread: page,
    memory: "the file",
    database: page,
    most: `staff: ${pages}`,
    rest: turnedAway,
    kind: "export",
    routes: [
      "routes/admin/runs/paper",
      "routes/admin/recall/paper",
      "routes/admin/import/template",
      "routes/admin/import/kind",
      "routes/admin/accounting/accounting",
      "routes/api/import-files",
    ],
  },
  {
    what: "emails that anybody can cause",
    thread: page,
    memory: page,
    database: "a row for each email; delivered by a job, a few at a time",
    most: `to one address: acknowledgements ${mails("acknowledgement")}, links ${mails("link")}, of orders that nobody has proved ${mails("stranger's order")}; by network as limits.ts says`,
    rest: "429 with a sentence, or no email where the answer must not tell",
    kind: "mail",
    routes: [
      "routes/storefront/wholesale",
      "routes/storefront/contact",
      "routes/storefront/checkout/checkout",
      "routes/storefront/checkout/own-order",
      "routes/storefront/checkout/own-order-change",
      "routes/storefront/checkout/own-order-day",
      "routes/storefront/checkout/own-order-address",
      "routes/account/login",
      "routes/account/second-factor",
      "routes/account/forgot-password",
      "routes/account/reset-password",
      "routes/account/confirm-email",
      "routes/account/join",
      "routes/account/join-team",
      "routes/account/skip-delivery",
    ],
  },
  {
    what: "emails that clients and drivers cause",
    thread: page,
    memory: page,
    database: "a row for each email",
    most: `to one address ${mails("order")}; orders, passwords and reports by account as limits.ts says`,
    rest: "429 with a sentence, or no email",
    kind: "mail",
    routes: [
      "routes/dashboard/orders/place-order",
      "routes/dashboard/orders/order",
      "routes/dashboard/orders/order-change",
      "routes/dashboard/orders/order-day",
      "routes/dashboard/orders/standing-orders",
      "routes/dashboard/team/team",
      "routes/dashboard/password",
      "routes/dashboard/confirm-email",
      "routes/api/orders",
      "routes/run/reports",
    ],
  },
  {
    what: "emails that staff cause",
    thread: page,
    memory: page,
    database: "a row for each email",
    most: "staff, each email for a change that is stored and audited",
    rest: turnedAway,
    kind: "mail",
    routes: [
      "routes/admin/security/security",
      "routes/admin/security/confirm",
      "routes/admin/begin",
      "routes/admin/security/sign-in-settings",
      "routes/admin/today/today",
      "routes/admin/orders/orders",
      "routes/admin/orders/new-order-for",
      "new-order-at",
      "routes/admin/orders/order",
      "routes/admin/orders/change-order",
      "routes/admin/orders/money/ask-deposit",
      "routes/admin/orders/money/give-deposit-back",
      "routes/admin/orders/money/pay-order",
      "routes/admin/orders/release-order",
      "routes/admin/orders/order-day",
      "routes/admin/orders/move-order",
      "routes/admin/orders/move-orders",
      "routes/admin/packing/reopen-order",
      "routes/admin/credits/credit",
      "routes/admin/recall/recall",
      "routes/admin/returns/weigh-return",
      "routes/admin/runs/runs",
      "routes/admin/runs/run",
      "routes/admin/clients/record/new-client",
      "routes/admin/clients/client",
      "routes/admin/clients/record/client-email",
      "routes/admin/clients/record/merge-client",
      "routes/admin/clients/client-prices",
      "routes/admin/clients/client-standing-orders",
      "routes/admin/prices/prices",
      "routes/admin/prices/price-list",
      "routes/admin/fresh-sheet/fresh-sheet",
      "routes/admin/inbox/inbox-message",
      "routes/admin/inbox/inbox-inquiry",
      "routes/admin/invoices/debit",
      "routes/admin/receivables/account",
      "routes/admin/receivables/bank/import",
      "routes/admin/receivables/bank/row",
      "routes/admin/receivables/reminders",
      "routes/admin/import/file",
      "routes/admin/delivery/delivery",
      "routes/admin/payments/card-payment",
      "routes/admin/payments/payment-settings",
      "routes/admin/people/person",
      "routes/admin/staff/staff",
      "routes/admin/staff/member",
      "routes/admin/scan-settings/scan-settings",
      "routes/admin/words/claims",
      "routes/admin/words/words-page",
      "routes/admin/settings/group",
      "routes/admin/settings/tolerance",
      "routes/admin/accounting/accounting",
      "routes/api/orders-for",
      "orders-for-site",
      "routes/api/packing",
      "routes/api/counter",
      "routes/admin/counter/pickup",
      "routes/admin/counter/sale",
    ],
  },
  {
    what: "passwords",
    thread: "0.1 s of a processor, beside the thread",
    memory: "16 MB",
    database: page,
    most: `${passwordLoad.waiting} in line, all processors but one at once; by network and account as limits.ts says; staff who prove again: 10 wrong ones an hour and session`,
    rest: turnedAway,
    kind: "password",
    routes: [
      "routes/account/login",
      "routes/account/reset-password",
      "routes/account/join",
      "routes/account/join-team",
      "routes/dashboard/password",
    ],
  },
  {
    what: "searches",
    thread: page,
    memory: page,
    database: "one query",
    most: `${searchPace.perSecond} a second and ${searchPace.atOnce} at once from a network; ${pages}`,
    rest: said,
    routes: ["routes/storefront/shop/search", "routes/api/search"],
  },
  {
    what: "charts and previews of imports",
    thread: page,
    memory: "a page of rows, or sums by week",
    database: "a page's queries, ended after 15 s",
    most: `staff: ${pages}`,
    rest: turnedAway,
    routes: ["routes/admin/today/today", "routes/admin/import/file", "routes/admin/import/columns"],
  },
];

/** Returns the routes of a kind, by the names given by the build. */
export function routesOf(kind: DearKind): ReadonlySet<string> {
  return new Set(dearRoutes.flatMap((dear) => (dear.kind === kind ? dear.routes : [])));
}

/** Returns the table as shown in docs/security.md. */
export function dearRoutesAsMarkdown(): string {
  const head = ["What", "One request: thread", "memory", "database", "At most", "The rest"];
  const rows = dearRoutes.map(({ what, thread, memory, database, most, rest }) => [
    ...[what, thread, memory, database, most, rest],
  ]);
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
