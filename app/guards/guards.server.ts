import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from "react-router";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { isSameAddress } from "#app/domain/access/account-rights.ts";
import {
  type Admin,
  type Client,
  type ImageEditor,
  type Staff,
  type StaffAccount,
  staffMay,
} from "#app/domain/access/capability.ts";
import type { Permission } from "#app/domain/access/staff-roles.ts";
import {
  deniedParameter,
  landingOf,
  nextParameter,
  securityPath,
} from "#app/domain/accounts/session/landing.ts";
import { accountOfSession } from "#app/domain/accounts/session/session-account.server.ts";
import { noteSeen } from "#app/domain/accounts/session/sessions.server.ts";
import { type Capabilities, capabilitiesOf } from "./capabilities.server.ts";

// The guards (guards.server.ts) set these for every route below them. Reading one without its guard
// throws, so a page that lacks its guard fails closed.

/** The signed-in client: `context.get(clientContext)` below `requireClient`. */
export const clientContext = createContext<Client>();

/** The member of staff: below every staff guard. Read it with `staffWith`. */
const staffContext = createContext<Staff>();

/** The administrator: below `requireAdmin`, where `staffWith` grants every permission. */
export const adminContext = createContext<Admin>();

/** The member of staff, unless they have to set up a second factor: below `requireStaffAccount`. */
export const staffIfAnyContext = createContext<Staff | null>();

/** The signed-in staff account, below every staff guard and `requireStaffAccount`. */
export const staffAccountContext = createContext<StaffAccount>();

/** The designated administrator: below `requireImageEditor`. */
export const imageEditorContext = createContext<ImageEditor>();

type Guarded = Parameters<MiddlewareFunction<Response>>;
type Guard = MiddlewareFunction<Response>;

/** Thrown by a page's loaders and actions while the session can't be read. */
class SessionUnreadError extends Error {}

/**
 * Makes a guard whose page is answered 503 within its frame while the session can't be read. The
 * router passes what a middleware throws to the outermost error page, which has no frame and
 * doesn't know the company; so the request goes on, and the loader or action below throws when it
 * reads the session.
 */
function guard(decide: Guard): Guard {
  return async (...[args, next]: Guarded) => {
    const { context, url } = args;
    try {
      return await decide(args, next);
    } catch (error) {
      if (!(error instanceof SessionUnreadError)) throw error;
      if (isApi(url.pathname)) throw notNow(url);
      const closed = new Proxy({}, { get: () => thrown(notNow(url)) });
      for (const capability of capabilityContexts()) context.set(capability, closed);
      const { shop, settings, log, failed, requestId } = context.get(requestContext);
      const open: Partial<RequestContext> = { shop, settings, log, failed, requestId };
      const services = new Proxy(open, {
        get: (target, name) => (name in target ? Reflect.get(target, name) : thrown(notNow(url))),
      });
      context.set(requestContext, services as RequestContext);
      const response = await next();
      // An action that didn't read the session has answered something else.
      if (response.status !== 503) throw notNow(url);
      return notKept(response);
    }
  };
}

function capabilityContexts() {
  return [
    ...[clientContext, staffContext, adminContext, imageEditorContext],
    ...[staffIfAnyContext, staffAccountContext],
  ] as ReturnType<typeof createContext<unknown>>[];
}

function thrown(answer: unknown): never {
  throw answer;
}

/**
 * Redirects visitors to /login, which returns them here afterwards; answers 401 under /api/. Sets
 * `clientContext`.
 *
 * Guards are middleware of a layout (`export const middleware = [requireClient]`), which must have
 * a loader: without one, client navigations would skip the server and so the guard. Guards run
 * before every loader and action below.
 */
export const requireClient = guard(async (args, next) => {
  const { client } = await readCapabilities(args.request, args.context);
  if (!client) throw signInFirst(args.url);
  args.context.set(clientContext, client);
  return notKept(await next());
});

/** What a page or interface requires: one or several permissions, ownership, or any staff role. */
export type Access = Permission | readonly Permission[] | "owner" | "any";

/**
 * Like `requireClient`; also redirects other clients to /dashboard, staff without the permission to
 * their start page with 'Access Denied', and staff who have to set up a second factor to that page;
 * answers 403 under /api/. Sets `clientContext`, `staffAccountContext`, `adminContext` for an
 * owner, and what `staffWith` reads.
 */
export function requireStaff(access: Access): Guard {
  return guard(async (args, next) => {
    const { client, staff, admin, staffAccount } = await staffOfRequest(args);
    if (!staff) throw refused(args.url, securityPath);
    if (!isOpenTo(staff, admin, access)) {
      throw refused(args.url, `${landingOf(staff)}?${deniedParameter}`);
    }
    letIn(args.context, { client, staff, admin, staffAccount });
    return notKept(await next());
  });
}

/** `requireStaff` for owners only: for what no permission covers. */
export const requireAdmin = requireStaff("owner");

/**
 * Like `requireStaff`, for the page where staff set up how they sign in: also lets in those who
 * have to set up a second factor. Sets `clientContext`, `staffAccountContext` and
 * `staffIfAnyContext`.
 */
export const requireStaffAccount = guard(async (args, next) => {
  const { client, staff, staffAccount } = await staffOfRequest(args);
  args.context.set(clientContext, client);
  args.context.set(staffIfAnyContext, staff);
  args.context.set(staffAccountContext, staffAccount);
  return notKept(await next());
});

/** Returns the capabilities of a request by staff who have proven their second factor, if any. */
async function staffOfRequest({ request, context, url }: Guarded[0], elsewhere = "/dashboard") {
  const { client, staffAccount, ...others } = await readCapabilities(request, context);
  if (!client) throw signInFirst(url);
  if (!staffAccount) throw refused(url, `${elsewhere}?${deniedParameter}`);
  await noteSeen(context.get(requestContext).db, staffAccount);
  return { ...others, client, staffAccount };
}

/**
 * Like `requireAdmin`; also redirects administrators without the designated address to /login, and
 * answers 403 under /api/. Sets `imageEditorContext` too.
 */
export const requireImageEditor = guard(async (args, next) => {
  const { client, staff, imageEditor, staffAccount } = await staffOfRequest(args, "/login");
  if (!staff) throw refused(args.url, securityPath);
  if (!imageEditor) throw refused(args.url, `/login?${deniedParameter}`);
  letIn(args.context, { client, staff: imageEditor, admin: imageEditor, staffAccount });
  args.context.set(imageEditorContext, imageEditor);
  return notKept(await next());
});

function isOpenTo(staff: Staff, admin: Admin | null, access: Access): boolean {
  if (access === "any") return true;
  if (access === "owner") return admin !== null;
  return [access].flat().some((permission) => staffMay(staff, permission));
}

function letIn(
  context: Readonly<RouterContextProvider>,
  {
    client,
    staff,
    admin,
    staffAccount,
  }: { client: Client; staff: Staff; admin: Admin | null; staffAccount: StaffAccount },
) {
  context.set(clientContext, client);
  context.set(staffContext, staff);
  context.set(staffAccountContext, staffAccount);
  if (admin) context.set(adminContext, admin);
}

/**
 * Returns the member of staff whom a guard has let in: `staffWith(context, "pack")` below
 * `requireStaff("pack")`, or without a permission below any of them.
 *
 * @throws if they lack the permission, since the guard asked for too little
 */
export function staffWith<P extends Permission = never>(
  context: Readonly<RouterContextProvider>,
  ...wanted: P[]
): Staff<P> {
  const staff = context.get(staffContext);
  if (!staffMay(staff, ...wanted)) {
    throw new Error(`The guard let in a ${staff.staffRole} who may not ${wanted.join(", ")}`);
  }
  return staff;
}

/**
 * The services of a request of a member of staff, and the member: `requestContext` and `staffWith`.
 *
 * @throws if they lack the permission, as `staffWith` does
 */
export function staffRequest<P extends Permission = never>(
  context: Readonly<RouterContextProvider>,
  ...wanted: P[]
): RequestContext & { staff: Staff<P> } {
  return servicesBeside(context, { staff: staffWith(context, ...wanted) });
}

/** The services of a request of the owner, and the owner. */
export function adminRequest(context: Readonly<RouterContextProvider>) {
  return servicesBeside(context, { admin: context.get(adminContext) });
}

/** The services of a request of a client, and the client. */
export function clientRequest(context: Readonly<RouterContextProvider>) {
  return servicesBeside(context, { client: context.get(clientContext) });
}

/** Inherits the services instead of copying them, since reading one may throw (see `guard`). */
function servicesBeside<Person>(context: Readonly<RouterContextProvider>, person: Person) {
  const services: RequestContext = context.get(requestContext);
  return Object.assign(Object.create(services) as RequestContext, person);
}

/** True if staff have the owner's role; for what a page shows. */
export function isOwner(staff: Staff): staff is Admin {
  return staff.staffRole === "owner";
}

/**
 * True if an administrator has the designated address. Only decides what a page offers; changes to
 * images are guarded by `requireImageEditor`.
 */
export function isDesignated(staff: Staff, designatedEmail: string): boolean {
  return isSameAddress(staff.email, designatedEmail);
}

/**
 * Returns the capabilities of a request's session, for public pages that differ by user. To refuse
 * access, use a guard.
 *
 * @throws a response with status 503 while the session can't be read
 */
export async function capabilitiesOfRequest(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Capabilities> {
  try {
    return await readCapabilities(request, context);
  } catch {
    throw notNow(new URL(request.url));
  }
}

/** @throws SessionUnreadError, and nothing else */
async function readCapabilities(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Capabilities> {
  const services = context.get(requestContext);
  try {
    const account = await accountOfSession(services, request.headers);
    return capabilitiesOf(account, services.adminEmail);
  } catch (error) {
    services.log.error({ err: error }, "reading a session failed");
    throw new SessionUnreadError();
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
 * Guards image endpoints: staff who keep the catalogue may read, as all administrators do; only the
 * designated administrator may change anything.
 */
export const imageGuard: MiddlewareFunction<Response> = (args, next) => {
  const { method } = args.request;
  const guard = method === "GET" || method === "HEAD" ? readsImages : requireImageEditor;
  return guard(args, next);
};

const readsImages = requireStaff("catalogue");
