import { type RequestContext, requestContext } from "#app/context.server.ts";
import { type Admin, type Staff, staffMay } from "#app/domain/access/capability.ts";
import type { Permission } from "#app/domain/access/staff-roles.ts";
import { exportProducts } from "#app/domain/catalogue/products-export.server.ts";
import { planDays } from "#app/domain/cutting/plan/plan.ts";
import { exportCuttingPlan } from "#app/domain/cutting/plan/plan-export.server.ts";
import { exportInvoices } from "#app/domain/documents/invoices-export.server.ts";
import { exportLots } from "#app/domain/lots/lots-export.server.ts";
import { exportOrderLines } from "#app/domain/orders/lists/order-lines-export.server.ts";
import {
  exportOrders,
  type OrdersExporter,
} from "#app/domain/orders/lists/orders-export.server.ts";
import { labelSettings } from "#app/domain/packages/labels/label-settings.ts";
import { scaleFileSettings } from "#app/domain/packages/scale-file/scale-file.ts";
import { exportScaleItems } from "#app/domain/packages/scale-file/scale-items.server.ts";
import { exportPrices } from "#app/domain/pricing/prices-export.server.ts";
import { exportReceipts } from "#app/domain/receiving/receipts-export.server.ts";
import {
  exportDocumentLines,
  exportLedger,
  exportPayments,
} from "#app/features/accounting/ledger-exports.server.ts";
import { exportClients } from "#app/features/clients/clients-export.server.ts";
import { exportSites } from "#app/features/clients/sites-export.server.ts";
import { exportBalances } from "#app/features/collecting/balances-export.server.ts";
import { exportSales, exportTaxes } from "#app/features/sales/sales-export.server.ts";
import { standingDemand } from "#app/features/standing-orders/standing-demand.server.ts";
import {
  type Access,
  adminContext,
  isOwner,
  requireStaff,
  staffRequest,
  staffWith,
} from "#app/guards/guards.server.ts";
import { recentProofToRead } from "#app/guards/recent-proof.server.ts";
import { csvStream } from "#app/lib/csv/csv-stream.server.ts";
import { type ExportFilter, exportFilter } from "#app/lib/csv/export-filter.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { plainAnswer } from "#app/routes/paper-answer.server.ts";
import type { Route } from "./+types/export.ts";

type Context = Route.LoaderArgs["context"];

interface ExportedList {
  access: Access;
  rows(db: RequestContext["db"], context: Context, filter: ExportFilter): Pieces;
}

type Pieces = AsyncGenerator<string, number>;

function listFor<P extends Permission>(
  access: P,
  rows: (db: RequestContext["db"], staff: Staff<P>, filter: ExportFilter) => Pieces,
): ExportedList {
  return { access, rows: (db, context, filter) => rows(db, staffWith(context, access), filter) };
}

function ordersList(
  rows: (db: RequestContext["db"], staff: OrdersExporter, filter: ExportFilter) => Pieces,
): ExportedList {
  return {
    access: ["sell", "money"],
    rows(db, context, filter) {
      const staff = staffWith(context);
      if (staffMay(staff, "sell") || staffMay(staff, "money")) return rows(db, staff, filter);
      throw new Error(`The guard let in a ${staff.staffRole} who may not export orders`);
    },
  };
}

function ownersList(
  rows: (db: RequestContext["db"], owner: Admin, filter: ExportFilter) => Pieces,
): ExportedList {
  return {
    access: "owner",
    rows: (db, context, filter) => rows(db, context.get(adminContext), filter),
  };
}

function exportPlan(db: RequestContext["db"], staff: Staff<"pack">, { day }: ExportFilter) {
  const days = planDays(day, pacificDay(new Date()));
  return exportCuttingPlan(db, staff, days, () => standingDemand(db, staff, days));
}

const scaleItems: ExportedList = {
  access: "catalogue",
  rows(db, context) {
    const { settings } = context.get(requestContext);
    const [file, labels] = [settings.get(scaleFileSettings), settings.get(labelSettings)];
    return exportScaleItems(db, staffWith(context, "catalogue"), file, labels);
  },
};

const lists = new Map<string, ExportedList>([
  ["orders", ordersList(exportOrders)],
  ["order-items", ordersList(exportOrderLines)],
  ["invoices", listFor("money", exportInvoices)],
  ["products", listFor("catalogue", exportProducts)],
  ["scale-items", scaleItems],
  ["prices", ownersList(exportPrices)],
  ["lots", ownersList(exportLots)],
  ["receipts", listFor("money", exportReceipts)],
  ["document-lines", listFor("money", exportDocumentLines)],
  ["ledger", listFor("money", exportLedger)],
  ["payments", listFor("money", exportPayments)],
  [
    "sales",
    listFor("money", (db, staff, filter) =>
      exportSales(db, staff, filter, isOwner(staff) ? staff : null),
    ),
  ],
  ["taxes", listFor("money", exportTaxes)],
  ["cutting-plan", listFor("pack", exportPlan)],
  // Everybody who buys here, with their addresses: only for the owner.
  ["clients", ownersList(exportClients)],
  ["sites", ownersList(exportSites)],
  ["balances", ownersList(exportBalances)],
]);

function listOf(file: string): ExportedList | undefined {
  return file.endsWith(".csv") ? lists.get(nameOf(file)) : undefined;
}

/** In seconds, for `Retry-After`. */
const retryAfter = 30;
const exporting = "Your other lists are still being exported.";
const crowded = "Many lists are being exported at the moment.";
const whenDone = "Please wait for those, then try again.";

const nameOf = (file: string) => file.replace(/\.csv$/, "");

/** Runs after the layout's guard, which lets all staff in. */
const guardList: Route.MiddlewareFunction = (args, next) =>
  requireStaff(listOf(args.params.list)?.access ?? "owner")(args, next);

/**
 * `GET /admin/exports/orders.csv` and others: a whole list as a file, with its page's filters. A
 * middleware, as loaders encode responses.
 */
const answerFile: Route.MiddlewareFunction = async ({ request, params, url, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const list = listOf(params.list);
  if (!list) return next();
  const name = nameOf(params.list);

  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}-${pacificDay(new Date())}.csv"`,
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  const { db, log, clientAddress, exportPlaces, staff } = staffRequest(context);
  const release = exportPlaces.take({ account: staff.userId, clientAddress }, 1);
  if (release === "own") return plainAnswer(`${exporting} ${whenDone}`, 429, retryAfter);
  if (release === "all") return plainAnswer(`${crowded} ${whenDone}`, 503, retryAfter);
  // The log records who exported personal data.
  const exportLog = log.child({ list: name, byId: staff.userId });
  exportLog.info("exporting a list");
  try {
    const rows = list.rows(db, context, exportFilter(url.searchParams));
    const pieces = withEnd(rows, release);
    return new Response(await csvStream(pieces, exportLog), { headers });
  } catch (error) {
    exportLog.error({ err: error }, "an export could not begin");
    return plainAnswer("The list could not be exported. Please try again.", 503);
  }
};

export const middleware: Route.MiddlewareFunction[] = [guardList, recentProofToRead, answerFile];

export const loader = () => plainAnswer("There is no such list.", 404);

/** Passes the pieces through; calls `onEnd` when they end for any reason. */
async function* withEnd(pieces: Pieces, onEnd: () => void): Pieces {
  try {
    return yield* pieces;
  } finally {
    onEnd();
  }
}
