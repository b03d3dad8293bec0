import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { requestId } from "hono/request-id";
import type { Logger } from "pino";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { requestContext, type Services } from "#app/context.server.ts";
import { createAuth, openAuthPaths } from "#app/features/auth/auth.server.ts";
import { answerSession } from "#app/features/auth/session.server.ts";
import { createCatalogReader } from "#app/features/catalog/catalog-reader.server.ts";
import { createInvoicePdfs } from "#app/features/invoices/invoice-pdfs.server.ts";
import { folderTransport } from "#app/features/mail/folder-transport.server.ts";
import { startMailSender } from "#app/features/mail/mail-sender.server.ts";
import { smtpTransport } from "#app/features/mail/smtp-transport.server.ts";
import { createOrderEvents } from "#app/features/orders/order-events.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { requestLog } from "./edge/request-log.ts";
import { sameOrigin } from "./edge/same-origin.ts";
import { securityHeaders } from "./edge/security-headers.ts";
import { staticFiles } from "./edge/static-files.ts";
import { unexpectedError } from "./edge/unexpected-error.ts";

export interface AppOptions {
  connection: OpenDatabase;
  log: Logger;
  mode: "development" | "production" | "test";
  siteUrl: string;
  /** Whether the loopback addresses are ours too (SITE_URL is not set). */
  loopback: boolean;
  authSecret: string;
  adminEmail: string;
  /** Whether new accounts must confirm their address before they are of use. */
  emailConfirmation: boolean;
  /** Where mails go; without it they become files in `dataDir/outbox`. */
  smtpUrl?: string;
  dataDir: string;
  /** Where the build put the browser's files; in development Vite serves them before us. */
  clientFiles?: string;
}

export interface App {
  fetch(request: Request): Response | Promise<Response>;
  /** Ends the answers that would go on for as long as somebody reads them. */
  endStreams(): void;
  /** Lets go of what the app listens to and ends its own work; the connection stays open. */
  close(): Promise<void>;
}

/**
 * The web application: everything a request meets, in order. Built by Vite together with the
 * routes, so that both share one copy of every module; server.ts loads it and listens.
 */
export async function createApp({ connection, log, ...options }: AppOptions): Promise<App> {
  const { db } = connection;
  const catalog = createCatalogReader(db);
  const orderEvents = createOrderEvents();
  const listening = [
    await connection.listen("catalog_changed", () => catalog.drop()),
    await connection.listen("orders_changed", orderEvents.publish),
  ];
  const { siteUrl, loopback, adminEmail, emailConfirmation } = options;
  const accounts = { siteUrl, loopback, emailConfirmation, secret: options.authSecret };
  const auth = createAuth(db, { ...accounts, log });
  const settings = { siteUrl, adminEmail, emailConfirmation };
  const invoicePdfs = createInvoicePdfs();
  const services: Services = { db, auth, catalog, orderEvents, invoicePdfs, ...settings };
  const answer = createRequestHandler(build, options.mode);

  const app = new Hono<{ Variables: { requestId: string; log: Logger } }>();
  app.onError(unexpectedError);
  app.use(requestId());
  app.use(requestLog(log));
  app.use(securityHeaders);
  app.get("/healthz", (c) => c.text("ok"));
  app.use(sameOrigin({ siteUrl, loopback }));
  app.get("/api/auth/get-session", (c) => answerSession(services, c.req.raw));
  for (const path of openAuthPaths) {
    app.post(`/api/auth/${path}`, (c) => auth.handler(c.req.raw));
  }
  // Built files are compressed once, by the build; pages as they are sent.
  if (options.clientFiles) app.use(staticFiles(options.clientFiles));
  app.use(compress());
  app.all("*", (c) => {
    const context = new RouterContextProvider();
    context.set(requestContext, { ...services, requestId: c.var.requestId, log: c.var.log });
    return answer(c.req.raw, context);
  });
  const mail = await startMailSender({
    db,
    listen: connection.listen,
    transport: options.smtpUrl
      ? smtpTransport(options.smtpUrl)
      : folderTransport(join(options.dataDir, "outbox"), log),
    log,
  });
  return {
    fetch: (request) => app.fetch(request),
    endStreams: orderEvents.close,
    async close() {
      orderEvents.close();
      await Promise.all([...listening.map((stop) => stop()), mail.close()]);
    },
  };
}
