import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from "react-router";
import { requestContext } from "#app/context.server.ts";
import { type Capabilities, capabilitiesOf, isSameAddress } from "./capability.server.ts";
import type { Admin, Client, ImageEditor } from "./capability.ts";
import { deniedParameter, nextParameter } from "./session/landing.ts";
import { accountOfSession } from "./session/session-account.server.ts";

// Set by the guards (guards.server.ts) for every route below them. Reading one without its guard
// throws, so a page that lacks its guard fails closed.

/** The signed-in client: `context.get(clientContext)` below `requireClient`. */
export const clientContext = createContext<Client>();

/** The administrator: below `requireAdmin`, which also sets `clientContext`. */
export const adminContext = createContext<Admin>();

/** The designated administrator: below `requireImageEditor`. */
export const imageEditorContext = createContext<ImageEditor>();

type Guarded = Parameters<MiddlewareFunction<Response>>;

/**
 * Redirects visitors to /login, which returns them here afterwards; answers 401 under /api/. Sets
 * `clientContext`.
 *
 * Guards are middleware of a layout (`export const middleware = [requireClient]`), which must have
 * a loader: without one, client navigations would skip the server and so the guard. Guards run
 * before every loader and action below.
 */
export const requireClient: MiddlewareFunction<Response> = async (...[args, next]: Guarded) => {
  const { client } = await capabilitiesOfRequest(args.request, args.context);
  if (!client) throw signInFirst(args.url);
  args.context.set(clientContext, client);
  return notKept(await next());
};

/**
 * As `requireClient`; also redirects other clients to /dashboard, which shows 'Access Denied', and
 * answers 403 under /api/. Sets `clientContext` and `adminContext`.
 */
export const requireAdmin: MiddlewareFunction<Response> = async (...[args, next]: Guarded) => {
  const { client, admin } = await capabilitiesOfRequest(args.request, args.context);
  if (!client) throw signInFirst(args.url);
  if (!admin) throw refused(args.url, `/dashboard?${deniedParameter}`);
  args.context.set(clientContext, client);
  args.context.set(adminContext, admin);
  return notKept(await next());
};

/**
 * As `requireAdmin`; also redirects administrators without the designated address to /login
 * (specification, section 6), and answers 403 under /api/. Sets all three contexts.
 */
export const requireImageEditor: MiddlewareFunction<Response> = async (
  ...[args, next]: Guarded
) => {
  const { client, imageEditor } = await capabilitiesOfRequest(args.request, args.context);
  if (!client) throw signInFirst(args.url);
  if (!imageEditor) throw refused(args.url, `/login?${deniedParameter}`);
  args.context.set(clientContext, client);
  args.context.set(adminContext, imageEditor);
  args.context.set(imageEditorContext, imageEditor);
  return notKept(await next());
};

/**
 * Whether an administrator has the designated address. Only decides what a page offers; changes to
 * images are guarded by `requireImageEditor`.
 */
export function isDesignated(admin: Admin, designatedEmail: string): boolean {
  return isSameAddress(admin.email, designatedEmail);
}

/**
 * The capabilities of a request's session, for public pages that differ by user. To refuse access,
 * use a guard.
 *
 * @throws a response with status 503 while the session can't be read
 */
export async function capabilitiesOfRequest(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Capabilities> {
  const services = context.get(requestContext);
  try {
    const account = await accountOfSession(services, request.headers);
    return capabilitiesOf(account, services.adminEmail);
  } catch (error) {
    services.log.error({ err: error }, "reading a session failed");
    throw notNow(new URL(request.url));
  }
}

/** The session can't be read right now: grant nothing, but don't sign anyone out. */
function notNow({ pathname }: URL) {
  if (!isApi(pathname)) return data(null, { status: 503 });
  const error = "The shop is not available right now. Please try again in a moment.";
  return Response.json({ error }, { status: 503 });
}

function signInFirst({ pathname, search }: URL): Response {
  if (isApi(pathname)) return Response.json({ error: "Please sign in" }, { status: 401 });
  return redirect(`/login?${new URLSearchParams({ [nextParameter]: pathname + search })}`);
}

function refused({ pathname }: URL, to: string): Response {
  if (!isApi(pathname)) return redirect(to);
  const error = "You don't have permission to access this area";
  return Response.json({ error }, { status: 403 });
}

function isApi(pathname: string): boolean {
  return pathname.startsWith("/api/");
}

/** Guarded responses must not be cached, not even in the back/forward cache. */
function notKept(response: Response): Response {
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

/**
 * Guards image endpoints: all administrators may read, only the designated one may change
 * anything (specification, section 6).
 */
export const imageGuard: MiddlewareFunction<Response> = (args, next) => {
  const { method } = args.request;
  const guard = method === "GET" || method === "HEAD" ? requireAdmin : requireImageEditor;
  return guard(args, next);
};
