import type { Logger } from "pino";
import { createContext } from "react-router";
import type { Database } from "#db/database.ts";
import type { Auth } from "./features/auth/auth.server.ts";
import type { CatalogReader } from "./features/catalog/catalog-reader.server.ts";
import type { InvoicePdfs } from "./features/invoices/invoice-pdfs.server.ts";
import type { OrderEvents } from "./features/orders/order-events.server.ts";

/** What the process is made of; built once in server/app.ts. */
export interface Services {
  db: Database;
  auth: Auth;
  /** Cached reads of the public catalogue; everything else asks `db` afresh. */
  catalog: CatalogReader;
  /** Tells pages that are open when orders change. */
  orderEvents: OrderEvents;
  /** Prints issued invoices. */
  invoicePdfs: InvoicePdfs;
  /** Public origin without a trailing slash. */
  siteUrl: string;
  /** The designated administrator's address (specification, section 6). */
  adminEmail: string;
  /** Whether new accounts must confirm their address before they are of use. */
  emailConfirmation: boolean;
}

/** What one request is answered with. Loaders and actions read it and build nothing themselves. */
export interface RequestContext extends Services {
  requestId: string;
  /** Carries the request id on every line. */
  log: Logger;
}

/** `context.get(requestContext)` in any loader, action or middleware. */
export const requestContext = createContext<RequestContext>();
