import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import { rememberedSeconds } from "../lifetimes.ts";
import type { Auth } from "./auth.server.ts";

/** Maximum number of accounts remembered per browser, most recent first. */
const mostAccounts = 4;

/**
 * Returns the browser's device id if it has signed in to this account (a normalized address) within
 * a year, else null. This signs nobody in: it lets the owner try passwords while someone elsewhere
 * has locked the account.
 */
export async function knownDevice(
  auth: Auth,
  headers: Headers,
  email: string,
): Promise<string | null> {
  const { secret } = await auth.$context;
  const now = Date.now() / 1000;
  for (const entry of await entriesOf(auth, headers)) {
    const [id = "", issued = "", signature = ""] = entry.split(".");
    const age = now - Number(issued);
    if (
      age >= 0 &&
      age <= rememberedSeconds &&
      isSame(signature, sign(secret, email, id, issued))
    ) {
      return id;
    }
  }
  return null;
}

/** A browser's device id, new unless it signed in to this account before. */
interface RememberedDevice {
  id: string;
  cookie: string;
}

/** Remembers that this browser has signed in to this account. */
export async function rememberDevice(
  auth: Auth,
  headers: Headers,
  email: string,
): Promise<RememberedDevice> {
  const { secret } = await auth.$context;
  const id = (await knownDevice(auth, headers, email)) ?? randomBytes(16).toString("base64url");
  const issued = String(Math.floor(Date.now() / 1000));
  const entry = [id, issued, sign(secret, email, id, issued)].join(".");
  const others = (await entriesOf(auth, headers)).filter((other) => !other.startsWith(`${id}.`));
  const { name, secure } = await cookieOf(auth);
  const cookie = serialize(name, [entry, ...others].slice(0, mostAccounts).join("~"), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure,
    maxAge: rememberedSeconds,
  });
  return { id, cookie };
}

async function entriesOf(auth: Auth, headers: Headers): Promise<string[]> {
  const { name } = await cookieOf(auth);
  const value = parse(headers.get("cookie") ?? "", name)[name] ?? "";
  return value
    .split("~", mostAccounts)
    .filter((entry) => /^[\w-]{22}\.\d{1,12}\.[\w-]{43}$/.test(entry));
}

/** The account is only part of the signature, so the cookie doesn't reveal it. */
function sign(secret: string, email: string, id: string, issued: string): string {
  return createHmac("sha256", secret)
    .update(["known-device", email, id, issued].join("\0"))
    .digest("base64url");
}

function isSame(given: string, ours: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(ours)];
  return one.length === other.length && timingSafeEqual(one, other);
}

async function cookieOf(auth: Auth) {
  const { name, attributes } = (await auth.$context).authCookies.sessionToken;
  return { name: name.replace("session_token", "device"), secure: attributes.secure ?? false };
}
