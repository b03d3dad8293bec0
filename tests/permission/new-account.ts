import { cookieOf, send } from "#tests/setup/browserless.ts";

let accounts = 0;

/** Signs up with a new address. */
export async function newAccount(url: string, more: Record<string, string> = {}) {
  accounts += 1;
  const email = `client-${accounts}@example.com`;
  const password = "long enough";
  const companyName = `Company ${accounts}`;
  const answer = await send(url, "/login?create", { email, password, companyName, ...more });
  return { email, password, companyName, answer, cookie: cookieOf(answer) };
}

/** Returns a page without the parts that differ in every answer. */
export function comparable(html: string | undefined) {
  return html?.replace(/\d{10,}/g, "0");
}
