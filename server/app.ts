import * as build from "virtual:react-router/server-build";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { requestId } from "hono/request-id";
import type { Logger } from "pino";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { requestContext, type Services } from "#app/context.server.ts";
import { createAuth } from "#app/features/auth/auth.server.ts";
import { createCatalogReader } from "#app/features/catalog/catalog-reader.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { requestLog } from "./edge/request-log.ts";
import { securityHeaders } from "./edge/security-headers.ts";
import { staticFiles } from "./edge/static-files.ts";

export interface AppOptions {
  connection: OpenDatabase;
  log: Logger;
  mode: "development" | "production" | "test";
  siteUrl: string;
  authSecret: string;
  adminEmail: string;
  /** Where the build put the browser's files; in development Vite serves them before us. */
  clientFiles?: string;
}

export interface App {
  fetch(request: Request): Response | Promise<Response>;
  /** Lets go of what the app listens to; the connection stays open. */
  close(): Promise<void>;
}

/**
 * The web application: everything a request meets, in order. Built by Vite together with the
 * routes, so that both share one copy of every module; server.ts loads it and listens.
 */
export async function createApp({ connection, log, ...options }: AppOptions): Promise<App> {
  const { db } = connection;
  const catalog = createCatalogReader(db);
  const stopListening = await connection.listen("catalog_changed", () => catalog.drop());
  const auth = createAuth(db, {
    siteUrl: options.siteUrl,
    secret: options.authSecret,
    adminEmail: options.adminEmail,
  });
  const services: Services = { db, auth, catalog, siteUrl: options.siteUrl };
  const answer = createRequestHandler(build, options.mode);

  const app = new Hono<{ Variables: { requestId: string; log: Logger } }>();
  app.use(requestId());
  app.use(requestLog(log));
  app.use(securityHeaders);
  app.get("/healthz", (c) => c.text("ok"));
  app.on(["GET", "POST"], "/api/auth/*", (c) => auth.handler(c.req.raw));
  // Built files are compressed once, by the build; pages as they are sent.
  if (options.clientFiles) app.use(staticFiles(options.clientFiles));
  app.use(compress());
  app.all("*", (c) => {
    const context = new RouterContextProvider();
    context.set(requestContext, { ...services, requestId: c.var.requestId, log: c.var.log });
    return answer(c.req.raw, context);
  });
  return { fetch: (request) => app.fetch(request), close: stopListening };
}
