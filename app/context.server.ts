import type { Logger } from "pino";
import { createContext } from "react-router";
import type { Shop } from "#app/content/company.ts";
import type { Images } from "#app/domain/pictures/images.server.ts";
import type { Database } from "#db/database.ts";
import type { Client, Staff } from "./domain/access/capability.ts";
import type { Auth } from "./domain/accounts/session/auth.server.ts";
import type { CatalogReader } from "./domain/catalogue/catalog-reader.server.ts";
import type { StopLinks } from "./domain/customers/mail-choices/mail-choices.server.ts";
import type { DeliveryRulesMemory } from "./domain/delivery/delivery-rules.server.ts";
import type { Demand } from "./domain/delivery/demand.server.ts";
import type { RunDriver } from "./domain/delivery/runs/run-links.server.ts";
import type { InvoiceDocument } from "./domain/documents/invoice-document.ts";
import type { InvoicePdfs } from "./domain/documents/invoice-pdfs.server.ts";
import type { PaceLimit } from "./domain/limits/pace-limit.ts";
import type { RateLimits } from "./domain/limits/rate-rule.ts";
import type { createShares } from "./domain/limits/shares.ts";
import type { BestSellers } from "./domain/orders/lists/best-sellers.server.ts";
import type { Printing } from "./domain/papers/print-job.ts";
import type { CardPayments } from "./domain/payments/card-payments.server.ts";
import type { CardProvider } from "./domain/payments/provider/card-provider.ts";
import type { Uploads } from "./domain/pictures/upload/receive-upload.server.ts";
import type { Settings } from "./domain/settings/kept-settings.server.ts";
import type { ShownStocks } from "./domain/stock/shown-stock.server.ts";
import type { GuestProofs } from "./features/checkout/guest-proof.server.ts";
import type { Health } from "./features/health/health.server.ts";
import type { InboxCount } from "./features/inquiries/inbox/inbox-count.server.ts";
import type { LiveEvents } from "./features/live/live-events.server.ts";
import type { RecallLinks } from "./features/recall/recall-links.server.ts";
import type { SampleEnd } from "./features/sample/sample.ts";
import type { SkipLinks } from "./features/standing-orders/skip-link.server.ts";

/** Services of this process; built once in server/services.ts. */
export interface Services {
  db: Database;
  auth: Auth;
  /** Cached reads of the public catalogue; everything else queries `db`. */
  catalog: CatalogReader;
  bestSellers: BestSellers;
  /** Image storage, cached image data, and delivery. */
  images: Images;
  /**
   * The owner's settings, in memory. `renew` also drops this process's cached public pages at once
   * and notifies the other processes.
   */
  settings: Settings;
  shop: Shop;
  deliveryRules: DeliveryRulesMemory;
  /** Sold-out and low products, for pages that are the same for everybody. */
  shownStocks: ShownStocks;
  demand: Demand;
  /** Notifies open pages when orders or the inbox change. */
  liveEvents: LiveEvents;
  /** Cached number of open inbox entries. */
  inboxCount: InboxCount;
  /** Problems of the shop itself. */
  health: Pick<Health, "findings" | "provePassphrase">;
  invoicePdfs: InvoicePdfs;
  /** Prints all papers, one asker after another. */
  printing: Printing;
  /** Null without keys. Pages use `cardPayments`. */
  cardProvider: CardProvider | null;
  /** Null without keys. */
  cardPayments: CardPayments | null;
  uploads: Uploads;
  /** Limits concurrent exports of lists. */
  exportPlaces: ReturnType<typeof createShares>;
  limits: RateLimits;
  /** Rate limit for the search, in memory, as a search must not write. */
  searchLimit: PaceLimit;
  /** Rate limit for questions about a postal code, in memory for the same reason. */
  postalLimit: PaceLimit;
  /** Proves that guests read their address before their order is placed. */
  guestProofs: GuestProofs;
  /** Links that unsubscribe a customer from a kind of emails. */
  stopLinks: StopLinks;
  /** Links of emails that skip a delivery of a standing order. */
  skipLinks: SkipLinks;
  /** Links of emails by which clients answer about recalled meat. */
  recallLinks: RecallLinks;
  /** Ends the sample business; undefined if this process can't. */
  sampleEnd?: SampleEnd | undefined;
  /** The folder for emails in a shop without a mail server; null with one. */
  mailFolder: string | null;
  readonly sendsTexts: boolean;
  gaps: readonly string[];
  /** Public origin without a trailing slash. */
  siteUrl: string;
  /** The designated administrator's address. */
  adminEmail: string;
  /** True if new accounts must confirm their address before they can be used. */
  emailConfirmation: boolean;
  minOrderCents: number;
  /** True if an account must confirm its address before ordering. */
  needsConfirmedEmail: boolean;
  /** True if browsers store the order form and the till for offline use. */
  offlineOrders: boolean;
}

/** Everything to handle a request; loaders and actions build nothing themselves. */
export interface RequestContext extends Services {
  requestId: string;
  /** As far as known (edge/trusted-proxies); empty if unknown. */
  clientAddress: string;
  /** Adds the request id to every line. */
  log: Logger;
  /** Logs an unexpected error; for transient ones, the response becomes a 503. */
  failed(error: unknown): void;
  /**
   * Releases the request's concurrency slot (edge/overload), for work that mostly waits and has its
   * own limit. Only for users whom a guard has admitted, and for holders of an invoice's link.
   */
  leaveLine(admitted: Client | Staff | RunDriver | InvoiceDocument): void;
}

/** `context.get(requestContext)` in any loader, action or middleware. */
export const requestContext = createContext<RequestContext>();
