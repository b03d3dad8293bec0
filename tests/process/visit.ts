import { expect } from "vitest";
import type { Account } from "#tests/setup/shops/shop.ts";

/** In ms. */
const patience = 30_000;

/** Requests a page; returns the answer with its text. */
export async function visit(url: string, path: string, cookie = "") {
  const response = await fetch(url + path, {
    headers: { cookie },
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  });
  return {
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    retryAfter: response.headers.get("retry-after"),
    text: await response.text(),
  };
}

export function signIn(url: string, account: Account): Promise<Response> {
  return post(url, "/api/auth/sign-in/email", account);
}

export function post(url: string, path: string, body: object): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patience),
  });
}

/** Signs in and returns the session's cookie. */
export async function signedIn(url: string, account: Account): Promise<string> {
  const response = await signIn(url, account);
  expect(response.status, await response.text()).toBe(200);
  return cookieOf(response.headers.getSetCookie());
}

/** Returns the cookie to send back. */
export function cookieOf(setCookie: string[] | undefined): string {
  return setCookie?.[0]?.split(";")[0] ?? "";
}

/** Returns the session as the shop reports it; null for a visitor. */
export async function sessionOf(url: string, cookie = "") {
  const { status, text } = await visit(url, "/api/auth/get-session", cookie);
  expect(status).toBe(200);
  return JSON.parse(text);
}

/** Returns the number of products that a page shows. */
export function productsOn(html: string): number {
  return html.match(/aria-label="Add [^"]+ to cart"/g)?.length ?? 0;
}
