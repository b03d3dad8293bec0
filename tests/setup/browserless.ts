/** A request to one shop as a browser without JavaScript sends it. */
export interface Visit {
  cookie?: string;
  method?: string;
  /** An origin other than the shop's own; sent only with requests that may change something. */
  origin?: string;
  headers?: Record<string, string>;
}

/** In ms. */
const patience = 30_000;

/** Requests a page without following redirects. */
export function ask(url: string, path: string, visit: Visit = {}): Promise<Response> {
  const { cookie = "", method = "GET", origin = url, headers } = visit;
  const sender = method === "GET" || method === "HEAD" ? undefined : { origin };
  return fetch(url + path, {
    method,
    redirect: "manual",
    headers: { cookie, ...sender, ...headers },
    signal: AbortSignal.timeout(patience),
  });
}

/** Sends a form. */
export function send(
  url: string,
  path: string,
  fields: Record<string, string>,
  { cookie = "", origin = url }: Visit = {},
): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(patience),
  });
}

/** Signs in at /login and returns the session's cookie. */
export async function enter(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const answer = await send(url, "/login", { email, password });
  const cookie = cookieOf(answer);
  if (!cookie) throw new Error(`Nobody was signed in: ${answer.status}`);
  return cookie;
}

/** Returns the first cookie set, as a request sends it; empty if there was none. */
export function cookieOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** Returns the user of a cookie, as the browser gets it; null for a visitor. */
export async function whoIs(url: string, cookie: string) {
  return (await ask(url, "/api/auth/get-session", { cookie })).json();
}
