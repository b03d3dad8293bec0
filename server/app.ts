import type { BlockList } from "node:net";
import * as build from "virtual:react-router/server-build";
import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import { requestId } from "hono/request-id";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { answerSignIn } from "#app/domain/accounts/credentials/sign-in-api.server.ts";
import { answerSession } from "#app/domain/accounts/session/session.server.ts";
import { mailKinds } from "#app/domain/customers/mail-choices/mail-kinds.ts";
import { answerStop } from "#app/domain/customers/mail-choices/stop-api.server.ts";
import { answerDelivery } from "#app/domain/delivery/postal/postal-api.server.ts";
import { answerWebhook, webhookBytes } from "#app/domain/payments/provider/webhook.server.ts";
import { policyReportsAddress } from "#app/lib/content-security-policy.server.ts";
import { setPublicOrigin } from "#app/lib/public-origin.ts";
import { isTransient } from "#db/database-error.ts";
import { type Address, canonicalOnly, createAddresses, readAddress } from "./edge/address.ts";
import { addressLimit } from "./edge/address-limit.ts";
import { bodyLimit } from "./edge/body-limit.ts";
import { pageLoad, passwordLoad, routesOf } from "./edge/dear-routes.ts";
import { overload } from "./edge/overload.ts";
import { createPageCache, type PageCache } from "./edge/page-cache.ts";
import { policyReportBytes, policyReports } from "./edge/policy-reports.ts";
import { requestLog, unexpectedError } from "./edge/request-log.ts";
import { knownLength, retryAfter, securityHeaders } from "./edge/response-headers.ts";
import { sameOrigin } from "./edge/same-origin.ts";
import { staticFiles } from "./edge/static-files.ts";
import { clientAddress } from "./edge/trusted-proxies.ts";
import type { Metrics } from "./metrics.ts";
import { openServices, type ServiceOptions } from "./services.ts";

export interface AppOptions extends ServiceOptions {
  mode: "development" | "production" | "test";
  metrics?: Metrics | undefined;
  /** Reverse proxies whose X-Forwarded-For we trust. */
  proxies?: BlockList | undefined;
  /** Folder of the built browser files; in development, Vite serves them before us. */
  clientFiles?: string | undefined;
}

interface Env {
  Variables: Pick<RequestContext, "requestId" | "log" | "leaveLine"> & { address: Address | null };
}

export interface App {
  /** `env` comes from the server: it knows the request's connection. */
  fetch(request: Request, env?: object): Response | Promise<Response>;
  /** Public pages from memory; checked before `fetch`. */
  pages: PageCache;
  /** Ends streaming responses that would otherwise stay open. */
  endStreams(): void;
  close(): Promise<void>;
}

const hashing = routesOf("password");
const passwordApi = "/api/auth/sign-in/email";

/** True for all methods except the safe ones: the router also treats PUT as an action. */
function hashesPassword(c: Context): boolean {
  const { method, path } = c.req;
  if (method === "GET" || method === "HEAD") return false;
  return path === passwordApi || hashing.has(c.get("address")?.route ?? "");
}

/** These routes stream their own body and limit it (domain/pictures/uploads). */
const uploadRoutes = routesOf("bytes");

/**
 * Creates the web application: all middleware and routes, in order. Built by Vite together with the
 * routes, so that both share one copy of every module; server.ts loads it and listens.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { log, siteUrl, loopback, metrics, proxies } = options;
  const app = new Hono<Env>();
  const pages = createPageCache({
    render: (page) => app.fetch(page),
    origin: siteUrl,
    log,
    onServed: metrics?.servedFromMemory,
  });
  setPublicOrigin(siteUrl);
  const { services, close } = await openServices(options, pages.drop);
  const { auth, images, liveEvents } = services;
  metrics?.addFigures(services.health.figures);
  const answer = createRequestHandler(build, options.mode);

  app.onError(unexpectedError);
  app.use(requestId());
  const addresses = createAddresses(build.routes);
  app.use(readAddress(addresses));
  app.use(requestLog(log, metrics));
  app.use(securityHeaders({ https: siteUrl.startsWith("https:") }));
  app.use(addressLimit);
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/readyz", async (c) => {
    const failing = (await options.readiness?.()) ?? [];
    c.header("Cache-Control", "no-store");
    return failing.length > 0 ? c.json({ ready: false, failing }, 503) : c.json({ ready: true });
  });
  // Called by email programs' servers, without a session: the token identifies the user. A person
  // whose mail program opens the URL is asked by the page before it stops anything.
  for (const kind of mailKinds) {
    const path = `/api/${kind}/stop`;
    app.get(path, (c) => c.redirect(`/${kind}${new URL(c.req.url).search}`));
    app.post(path, (c) => answerStop(services, kind, c.req.raw, c.var.log));
  }
  // Called by the card provider's servers, signed. Exempt from the overload limit.
  app.use("/api/stripe/webhook", bodyLimit({ bytesOfOthers: webhookBytes }));
  app.post("/api/stripe/webhook", (c) =>
    answerWebhook({ db: services.db, provider: services.cardProvider }, c.req.raw, c.var.log),
  );
  // Sent by browsers rather than a page; some omit the origin.
  app.use(policyReportsAddress, bodyLimit({ bytesOfOthers: policyReportBytes }));
  app.post(policyReportsAddress, policyReports(addresses, proxies));
  app.use(sameOrigin({ siteUrl, loopback }));
  // Built files are compressed once, by the build; pages when they are sent.
  if (options.clientFiles) app.use(staticFiles(options.clientFiles));
  app.get("/photos/*", (c) => images.answer(c.req.raw, c.var.log));
  // Only canonical URLs pass from here on, and every decision uses them.
  app.use(canonicalOnly);
  app.use(bodyLimit({ isReadElsewhere: (c) => uploadRoutes.has(c.get("address")?.route ?? "") }));
  app.use(retryAfter);
  // Served from memory, so it doesn't wait in the queue.
  app.get("/api/delivery", (c) =>
    answerDelivery({ ...services, log: c.var.log }, c.req.raw, clientAddress(c, proxies)),
  );
  // First, so that requests waiting here take no slot from pages.
  app.use(overload({ ...passwordLoad, when: hashesPassword, proxies }));
  app.use(overload({ ...pageLoad, proxies }));
  app.get("/api/auth/get-session", (c) => answerSession(services, c.req.raw));
  app.post(passwordApi, (c) => answerSignIn(services, c.req.raw, clientAddress(c, proxies)));
  app.post("/api/auth/sign-out", (c) => auth.handler(c.req.raw));
  app.use(compress());
  app.use(knownLength);
  app.all("*", async (c) => {
    const context = new RouterContextProvider();
    let isTransientFailure = false;
    const asked = {
      ...c.var,
      clientAddress: clientAddress(c, proxies),
      failed(error: unknown) {
        c.var.log.error({ err: error }, "unexpected error");
        isTransientFailure ||= isTransient(error);
      },
    };
    context.set(requestContext, { ...services, ...asked });
    const response = await answer(c.req.raw, context);
    const { status, body, headers } = response;
    return status === 500 && isTransientFailure
      ? new Response(body, { status: 503, headers })
      : response;
  });
  return {
    fetch: (request, env) => app.fetch(request, env),
    pages,
    endStreams: liveEvents.close,
    close,
  };
}
