import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { RunningShop } from "#tests/setup/shop.ts";
import { emptyFolder, engines, openShop, ownProcess, usedShop } from "./own-shop.ts";
import { cookieOf, productsOn, sessionOf, signedIn, visit } from "./visit.ts";

/**
 * Signs in as far as the middle of the request's body: the shop has said that it waits for the rest.
 *
 * @returns what sends the rest, and then receives the answer
 */
async function halfSignedIn(shop: RunningShop): Promise<() => Promise<IncomingMessage>> {
  const body = JSON.stringify(shop.admin);
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const signIn = request(`${shop.url}/api/auth/sign-in/email`, {
    agent,
    method: "POST",
    headers: {
      origin: shop.url,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      expect: "100-continue",
    },
  });
  // A shop that is killed hangs up; whoever waits for the answer is told by `once`.
  signIn.on("error", () => undefined);
  signIn.flushHeaders();
  await once(signIn, "continue");
  signIn.write(body.slice(0, 10));
  return async () => {
    signIn.end(body.slice(10));
    const [response] = await once(signIn, "response");
    return response;
  };
}

/** What becomes of a new connection. */
function newConnection(shop: RunningShop): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
  socket.once("connect", () => resolve("accepted"));
  socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  return promise.finally(() => socket.destroy());
}

describe.each(engines)("on %s", (engine) => {
  test("a signal to stop lets finish what is in flight, and closes the database", async () => {
    const settings = await usedShop(engine);
    const shop = await openShop(settings);
    const finish = await halfSignedIn(shop);
    const stopped = shop.stop("SIGTERM");
    await shop.says("stopping");
    await vi.waitFor(async () => expect(await newConnection(shop)).toBe("ECONNREFUSED"), {
      timeout: 30_000,
    });

    const answer = await finish();
    expect(answer.statusCode).toBe(200);
    expect(await json(answer)).toMatchObject({ user: { email: shop.admin.email } });
    await stopped;
    expect(await shop.ended).toBe(0);
    expect(shop.stderr()).toBe("");
    expect(shop.log().at(-1)).toMatchObject({ level: 30, msg: "stopped" });

    // What was written on the way out is there.
    const again = await openShop(settings);
    const cookie = cookieOf(answer.headers["set-cookie"]);
    expect(await sessionOf(again.url, cookie)).toMatchObject({ isAdmin: true });
  });

  test("kill -9 loses nothing that was answered", async () => {
    const settings = await usedShop(engine);
    const shop = await openShop(settings);
    const cookie = await signedIn(shop.url, shop.admin);
    await shop.stop("SIGKILL");
    expect(await shop.ended).toBe("SIGKILL");

    const again = await openShop(settings);
    expect(await sessionOf(again.url, cookie)).toMatchObject({ isAdmin: true });
  });
});

test("Ctrl+C does the same, and connections that nobody uses do not hold it up", async () => {
  const shop = await openShop(await usedShop("pglite"));
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(request(`${shop.url}/healthz`, { agent }).end(), "response");
  await once(response.resume(), "end");
  const silent = connect(Number(new URL(shop.url).port), "127.0.0.1");
  await once(silent, "connect");
  const finish = await halfSignedIn(shop);
  const stopped = shop.stop("SIGINT");
  await shop.says("stopping");
  expect((await finish()).statusCode).toBe(200);
  await stopped;
  expect(await shop.ended).toBe(0);
  agent.destroy();
  silent.destroy();
});

test("a second signal does not wait for what is in flight", async () => {
  const shop = await openShop(await usedShop("pglite"));
  await halfSignedIn(shop);
  const stopped = shop.stop();
  await shop.says("stopping");
  await shop.stop();
  await stopped;
  expect(await shop.ended).toBe(1);
});

test("kill -9 in the middle of the very first start leaves nothing in the way", async () => {
  const settings = { DATA_DIR: await emptyFolder(), ADMIN_PASSWORD: "" };
  const killed = await ownProcess(settings);
  await killed.says("creating the database");
  await killed.stop("SIGKILL");
  expect(await killed.ended).toBe("SIGKILL");

  const shop = await openShop(settings);
  expect(productsOn((await visit(shop.url, "/shop")).text)).toBe(42);
  const password = /admin@example\.com +(\S+)$/m.exec(shop.stdout())?.[1] ?? "";
  await signedIn(shop.url, { ...shop.admin, password });
});
