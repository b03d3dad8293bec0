import { requestContext } from "#app/context.server.ts";
import {
  exportDocumentLines,
  exportLedger,
  exportPayments,
} from "#app/features/accounting/ledger-exports.server.ts";
import { adminContext } from "#app/features/auth/guards.server.ts";
import { exportProducts } from "#app/features/catalog/products-export.server.ts";
import { exportClients } from "#app/features/clients/clients-export.server.ts";
import { csvStream } from "#app/features/exports/csv-stream.server.ts";
import { exportFilter } from "#app/features/exports/export-filter.ts";
import { exportInvoices } from "#app/features/invoices/invoices-export.server.ts";
import { exportOrderLines } from "#app/features/orders/lists/order-lines-export.server.ts";
import { exportOrders } from "#app/features/orders/lists/orders-export.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Route } from "./+types/export.ts";

const lists = new Map([
  ["orders", exportOrders],
  ["order-items", exportOrderLines],
  ["clients", exportClients],
  ["invoices", exportInvoices],
  ["products", exportProducts],
  ["document-lines", exportDocumentLines],
  ["ledger", exportLedger],
  ["payments", exportPayments],
]);

/**
 * `GET /admin/exports/orders.csv` and others: a whole list as a file, with its page's filters. A
 * middleware, because the router would buffer a loader's response to encode it as `.data`.
 */
const answerFile: Route.MiddlewareFunction = async ({ request, params, url, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const name = params.list.replace(/\.csv$/, "");
  const exportList = lists.get(name);
  if (!exportList || name === params.list) return next();

  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}-${pacificDay(new Date())}.csv"`,
  };
  if (request.method === "HEAD") return new Response(null, { headers });
  const { db, log } = context.get(requestContext);
  const admin = context.get(adminContext);
  // Log who exported what, as it contains personal data.
  const exportLog = log.child({ list: name, byId: admin.userId });
  exportLog.info("exporting a list");
  try {
    const pieces = exportList(db, admin, exportFilter(url.searchParams));
    return new Response(await csvStream(pieces, exportLog), { headers });
  } catch (error) {
    exportLog.error({ err: error }, "an export could not begin");
    return plain("The list could not be exported. Please go back and try again.", 503);
  }
};

export const middleware: Route.MiddlewareFunction[] = [answerFile];

export function loader() {
  return plain("There is no such list.", 404);
}

function plain(text: string, status: number): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
