import { data, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { type Capabilities, capabilitiesOf, isSameAddress } from "./capability.server.ts";
import type { Admin } from "./capability.ts";
import { adminContext, clientContext, imageEditorContext } from "./capability-contexts.server.ts";
import { deniedParameter, nextParameter } from "./session/landing.ts";
import { accountOfSession } from "./session/session-account.server.ts";

type Guarded = Parameters<MiddlewareFunction<Response>>;

/**
 * Whoever is not signed in goes to /login and comes back here afterwards; an address under /api/
 * answers 401. Sets `clientContext`.
 *
 * A guard stands on a layout (`export const middleware = [requireClient]`), which must have a
 * loader: without one a client navigation would not ask the server at all. It runs before every
 * loader and action below.
 */
export const requireClient: MiddlewareFunction<Response> = async (...[args, next]: Guarded) => {
  const { client } = await capabilitiesOfRequest(args.request, args.context);
  if (!client) throw signInFirst(args.url);
  args.context.set(clientContext, client);
  return notKept(await next());
};

/**
 * As `requireClient`; a client who is no administrator goes to /dashboard, where 'Access Denied' is
 * shown, and gets 403 under /api/. Sets `clientContext` and `adminContext`.
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
 * As `requireAdmin`; an administrator whose address is not the designated one goes to /login
 * (specification, section 6), and gets 403 under /api/. Sets all three contexts.
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
 * Whether an administrator is the one at the designated address: what a page may offer. What changes
 * pictures stands behind `requireImageEditor`.
 */
export function isDesignated(admin: Admin, designatedEmail: string): boolean {
  return isSameAddress(admin.email, designatedEmail);
}

/**
 * What the request's session may do. For pages that are open to all and differ by who asks; where
 * something is to be refused, a guard stands instead.
 *
 * @throws a response with status 503 while the session cannot be read
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

/** Who asks cannot be told at the moment, so that nothing is granted and nobody is signed out. */
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

/** What stands behind a guard is kept by no cache, the browser's own for going back included. */
function notKept(response: Response): Response {
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}
