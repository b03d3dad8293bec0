import { hashPassword } from "better-auth/crypto";
import { type MiddlewareFunction, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { signIn } from "#app/domain/accounts/credentials/sign-in.server.ts";
import { insertAccount } from "#app/domain/accounts/insert-account.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { adminEmail, shop, testAuth } from "#tests/setup/accounts.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  adminContext,
  clientContext,
  imageEditorContext,
  requireAdmin,
  requireClient,
  requireImageEditor,
} from "./guards.server.ts";

const site = "https://shop.example";
const addresses = {
  client: "chef@example.com",
  admin: "staff@example.com",
  designated: adminEmail,
};
type Who = keyof typeof addresses | "visitor";

let database: OpenDatabase;
let db: Database;
const cookies: Record<Who, string> = { visitor: "", client: "", admin: "", designated: "" };

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  const passwordHash = await hashPassword("long enough");
  for (const who of ["client", "admin", "designated"] as const) {
    const email = addresses[who];
    const profile = { isAdmin: who === "admin" };
    const named = { email, name: who, emailVerified: true, passwordHash, profile };
    await db.transaction((tx) => insertAccount(tx, named));
    const services = { db, auth: testAuth(db), adminEmail, shop, clientAddress: "" };
    const entrance = await signIn(services, new Request(site), { email, password: "long enough" });
    if (typeof entrance === "string") throw new Error(entrance);
    cookies[who] = entrance.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  }
});
afterAll(() => database.close());

/** A guard's answer, and what handlers behind it find in the context. */
async function meet(guard: MiddlewareFunction<Response>, who: Who, path = "/guarded?page=2") {
  const context = new RouterContextProvider();
  context.set(requestContext, { db, auth: testAuth(db), adminEmail } as RequestContext);
  const url = new URL(path, site);
  const request = new Request(url, { headers: { cookie: cookies[who] } });
  const args = { request, url, context, pattern: path, params: {} };
  try {
    const response = await guard(args, async () => new Response("let in"));
    if (!response) throw new Error("The guard answered nothing");
    return { response, context };
  } catch (thrown) {
    if (thrown instanceof Response) return { response: thrown, context };
    throw thrown;
  }
}

async function outcome(...of: Parameters<typeof meet>) {
  const { response } = await meet(...of);
  return response.headers.get("location") ?? `${response.status} ${await response.text()}`;
}

const login = "/login?next=%2Fguarded%3Fpage%3D2";
const denied = "/dashboard?denied";

describe.each([
  ["requireClient", requireClient, { client: "200 let in", admin: "200 let in" }],
  ["requireAdmin", requireAdmin, { client: denied, admin: "200 let in" }],
  ["requireImageEditor", requireImageEditor, { client: "/login?denied", admin: "/login?denied" }],
] as const)("%s", (_name, guard, { client, admin }) => {
  it("redirects a visitor to sign in and then back", async () => {
    expect(await outcome(guard, "visitor")).toBe(login);
  });

  it("allows or redirects by role", async () => {
    expect(await outcome(guard, "client")).toBe(client);
    expect(await outcome(guard, "admin")).toBe(admin);
    expect(await outcome(guard, "designated")).toBe("200 let in");
  });

  it("responds with JSON under /api/", async () => {
    expect(await outcome(guard, "visitor", "/api/guarded")).toBe('401 {"error":"Please sign in"}');
    const refused = `403 {"error":"You don't have permission to access this area"}`;
    const expected = client === "200 let in" ? client : refused;
    expect(await outcome(guard, "client", "/api/guarded")).toBe(expected);
  });

  it("prevents caching of everything behind it", async () => {
    const { response } = await meet(guard, "designated");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });
});

describe("the context behind a guard", () => {
  it("has only the capability that the guard requires", async () => {
    const { context } = await meet(requireClient, "designated");
    expect(context.get(clientContext)).toMatchObject({ email: adminEmail });
    expect(() => context.get(adminContext)).toThrow();
    expect(() => context.get(imageEditorContext)).toThrow();
  });

  it("has all capabilities that a greater one includes", async () => {
    const { context } = await meet(requireImageEditor, "designated");
    const found = [clientContext, adminContext, imageEditorContext].map((key) => context.get(key));
    expect(found).toMatchObject(Array(3).fill({ email: adminEmail }));
  });

  it("has no capability if the guard refused", async () => {
    const { context } = await meet(requireAdmin, "client");
    expect(() => context.get(clientContext)).toThrow();
  });
});
