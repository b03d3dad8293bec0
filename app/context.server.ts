import type { Logger } from "pino";
import { createContext } from "react-router";
import type { Database } from "#db/database.ts";
import type { Admin, Client } from "./features/auth/capability.ts";
import type { Auth } from "./features/auth/session/auth.server.ts";
import type { CatalogReader } from "./features/catalog/catalog-reader.server.ts";
import type { Photos } from "./features/images/storage/photos.server.ts";
import type { InboxCount } from "./features/inquiries/inbox/inbox-count.server.ts";
import type { InvoicePdfs } from "./features/invoices/invoice-pdfs.server.ts";
import type { RateLimits } from "./features/limits/rate-rule.ts";
import type { SearchLimit } from "./features/limits/search-limit.ts";
import type { LiveEvents } from "./features/live/live-events.server.ts";

/** What the process is made of; built once in server/services.ts. */
export interface Services {
  db: Database;
  auth: Auth;
  /** Cached reads of the public catalogue; everything else asks `db` afresh. */
  catalog: CatalogReader;
  /** The bucket of the pictures, what is known of them, and their delivery. */
  photos: Photos;
  /** Tells pages that are open when orders or the inbox change. */
  liveEvents: LiveEvents;
  /** How much waits in the inbox. */
  inboxCount: InboxCount;
  /** Prints issued invoices. */
  invoicePdfs: InvoicePdfs;
  /** Counts what is done, by whom, and says when it is too much. */
  limits: RateLimits;
  /** The same for the search, which is to write nothing. */
  searchLimit: SearchLimit;
  /** Public origin without a trailing slash. */
  siteUrl: string;
  /** The designated administrator's address (specification, section 6). */
  adminEmail: string;
  /** Whether new accounts must confirm their address before they are of use. */
  emailConfirmation: boolean;
  /** The least that an order must come to, in cents; 0 for none. */
  minOrderCents: number;
  /** Whether an account orders only once its address is confirmed. */
  needsConfirmedEmail: boolean;
}

/** What one request is answered with. Loaders and actions read it and build nothing themselves. */
export interface RequestContext extends Services {
  requestId: string;
  /** Who asks, as far as the server can tell (edge/client-address); empty where unknown. */
  clientAddress: string;
  /** Carries the request id on every line. */
  log: Logger;
  /** Logs what nobody foresaw; where that may pass by itself, the answer becomes a 503. */
  failed(error: unknown): void;
  /**
   * Gives back the request's place among the few that are worked on at once (edge/overload), for work
   * that mostly waits and is bounded by itself. Only for whom a guard has let in.
   */
  leaveLine(admitted: Client | Admin): void;
}

/** `context.get(requestContext)` in any loader, action or middleware. */
export const requestContext = createContext<RequestContext>();
