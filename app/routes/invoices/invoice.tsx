import { data } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { invoiceFileName } from "#app/domain/documents/invoice.ts";
import { getInvoiceByToken } from "#app/domain/documents/invoice-document.server.ts";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import { NotFoundMessage } from "../error-page.tsx";
import { paperNotPrinted } from "../paper-answer.server.ts";
import { unlistedMeta } from "../storefront/frame/page-meta.ts";
import type { Route } from "./+types/invoice.ts";

export const meta = (args: MetaPlace) =>
  unlistedMeta(args, "Page not found", "There is nothing at this address.");

/** Private: no search engines, shared caches, or disk caches on shared computers. */
const confidential = { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex, nofollow" };

/** `GET /invoices/:token`: the invoice's PDF for anyone with the link; a page for invalid links. */
const answerPdf: Route.MiddlewareFunction = async ({ request, params, context }, next) => {
  if (request.method !== "GET" && request.method !== "HEAD") return next();
  const services = context.get(requestContext);
  const { db, invoicePdfs, clientAddress, leaveLine } = services;
  const invoice = await getInvoiceByToken(db, params.token);
  if (!invoice) return next();
  leaveLine(invoice);
  const asker = { clientAddress, signal: request.signal };
  const pdf = await invoicePdfs
    .of(invoice, asker)
    .catch((error: unknown) => paperNotPrinted(services, error, "The invoice"));
  if (pdf instanceof Response) return pdf;
  return new Response(pdf, {
    headers: {
      ...confidential,
      // The URL is the credential, so don't leak it to links opened from the document.
      "Referrer-Policy": "no-referrer",
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${invoiceFileName(invoice.invoiceNumber)}"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
};

export const middleware: Route.MiddlewareFunction[] = [answerPdf];

export function loader() {
  return data(null, { status: 404, headers: confidential });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function InvoiceNotFound() {
  return (
    <div className="page-width">
      <NotFoundMessage />
    </div>
  );
}
