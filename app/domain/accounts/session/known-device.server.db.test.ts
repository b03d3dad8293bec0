import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { testAuth } from "#tests/setup/accounts.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { knownDevice, rememberDevice } from "./known-device.server.ts";

let database: OpenDatabase;
let auth: ReturnType<typeof testAuth>;
beforeAll(async () => {
  database = await openTestDatabase();
  auth = testAuth(database.db);
});
afterAll(() => database.close());

const owner = "owner@example.com";

const sent = (cookie: string) => new Headers({ cookie: cookie.split(";")[0] ?? "" });

/** Returns the headers of a browser that has signed in to these accounts in sequence. */
async function remembered(...emails: string[]) {
  let headers = new Headers();
  for (const email of emails) {
    headers = sent((await rememberDevice(auth, headers, email)).cookie);
  }
  return headers;
}

describe("a browser that has signed in to an account", () => {
  it("is known for that account, and for no other", async () => {
    const headers = await remembered(owner);
    expect(await knownDevice(auth, headers, owner)).toMatch(/^[\w-]{22}$/);
    expect(await knownDevice(auth, headers, "other@example.com")).toBeNull();
    expect(await knownDevice(auth, new Headers(), owner)).toBeNull();
  });

  it("keeps its id, and is recognized for its last four accounts", async () => {
    const accounts = ["a", "b", "c", "d", "e"].map((name) => `${name}@example.com`);
    const headers = await remembered(...accounts);
    const known = await Promise.all(accounts.map((email) => knownDevice(auth, headers, email)));
    expect(known.map((id) => id !== null)).toEqual([false, true, true, true, true]);
    const again = sent((await rememberDevice(auth, headers, "c@example.com")).cookie);
    expect(await knownDevice(auth, again, "c@example.com")).toBe(known[2]);
  });

  it("has a cookie that doesn't reveal the owner and is hidden from scripts and other sites", async () => {
    const { cookie } = await rememberDevice(auth, new Headers(), owner);
    expect(cookie).toMatch(/^__Secure-shop\.device=/);
    expect(cookie).not.toContain("owner");
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=31536000"]) {
      expect(cookie).toContain(attribute);
    }
  });

  it("is not recognized by a cookie that was changed, made up, or too old", async () => {
    const value = (await remembered(owner)).get("cookie") ?? "";
    const [id = "", issued = "", signature = ""] = value.replace(/^[^=]*=/, "").split(".");
    const name = value.replace(/=.*/, "");
    const tried = [
      [id.replace(/./, "A"), issued, signature],
      [id.replace(/./, "B"), issued, signature],
      [id, String(Number(issued) + 1), signature],
      [id, String(Number(issued) - 400 * 24 * 60 * 60), signature],
      [id, issued, "x".repeat(43)],
      [id, issued],
      ["", "", ""],
    ].map((parts) => `${name}=${parts.join(".")}`);
    for (const cookie of tried.filter((one) => one !== value)) {
      expect(await knownDevice(auth, new Headers({ cookie }), owner), cookie).toBeNull();
    }
  });
});
