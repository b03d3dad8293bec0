import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { freePort, type RunningShop, signalGroup } from "#tests/setup/shops/shop.ts";
import { emptyFolder, openShop, ownProcess, places, usedShop } from "./own-shop.ts";
import { cookieOf, productsOn, sessionOf, signedIn, visit } from "./visit.ts";

/**
 * Signs in up to the middle of the request's body, when the shop waits for the rest.
 *
 * @returns a function that sends the rest and receives the answer
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
  // A killed shop hangs up; `once` reports that to the caller.
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

function newConnection(shop: RunningShop): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
  socket.once("connect", () => resolve("accepted"));
  socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  return promise.finally(() => socket.destroy());
}

describe.each(places)("%s", (place) => {
  test("a signal to stop waits for requests in flight, and closes the database", async () => {
    const settings = await usedShop(place);
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

    // Data written while stopping is there.
    const again = await openShop(settings);
    const cookie = cookieOf(answer.headers["set-cookie"]);
    expect(await sessionOf(again.url, cookie)).toMatchObject({ isAdmin: true });
  });

  test("kill -9 loses nothing that was answered", async () => {
    const settings = await usedShop(place);
    const shop = await openShop(settings);
    const cookie = await signedIn(shop.url, shop.admin);
    await shop.stop("SIGKILL");
    expect(await shop.ended).toBe("SIGKILL");

    const again = await openShop(settings);
    expect(await sessionOf(again.url, cookie)).toMatchObject({ isAdmin: true });
  });
});

test("Ctrl+C does the same, and idle connections do not delay it", async () => {
  const shop = await openShop(await usedShop());
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

test("a second signal does not wait for requests in flight", async () => {
  const shop = await openShop(await usedShop());
  await halfSignedIn(shop);
  const stopped = shop.stop();
  await shop.says("stopping");
  // Signals of the first second count as one: npm forwards a signal that its whole group got.
  const impatient = setInterval(() => shop.stop(), 100);
  await stopped;
  clearInterval(impatient);
  expect(await shop.ended).toBe(1);
});

describe("npm start", () => {
  const npmStart = async () => openShop(await usedShop(), ["npm", "start"]);

  test.each([
    ["npm alone, as a container or a supervisor signals it", (pid: number) => pid],
    ["its whole group, as systemd and a terminal signal it", (pid: number) => -pid],
  ])("stops gracefully when the signal reaches %s", async (_, target) => {
    const shop = await npmStart();
    const finish = await halfSignedIn(shop);
    process.kill(target(shop.pid), "SIGTERM");
    await shop.says("stopping");
    expect((await finish()).statusCode).toBe(200);
    expect(await shop.ended).toBe(0);
    expect(shop.log().at(-1)).toMatchObject({ msg: "stopped" });
    expect(signalGroup(shop.pid, 0)).toBe(false);
  });

  test("a shop whose npm has ended, as in npm start | head -1, stops gracefully", async () => {
    const shop = await npmStart();
    const finish = await halfSignedIn(shop);
    shop.output.destroy();
    process.kill(shop.pid, "SIGKILL");
    expect((await finish()).statusCode).toBe(200);
    await expect.poll(() => signalGroup(shop.pid, 0), { timeout: 30_000 }).toBe(false);
  });
});

describe("a shop whose npm ended before it was up", () => {
  test("stops gracefully", async () => {
    const settings = { DATA_DIR: await emptyFolder(), PORT: String(await freePort()) };
    const shop = await ownProcess(settings, ["npm", "start"]);
    await shop.says("creating the database");
    process.kill(shop.pid, "SIGKILL");
    await shop.says("stopped");
    await expect.poll(() => signalGroup(shop.pid, 0), { timeout: 30_000 }).toBe(false);
  });

  test("stops gracefully when npm ended even before the shop's process began", async () => {
    const npm = { npm_lifecycle_event: "start", npm_config_user_agent: "npm/11.0.0 node/v24" };
    const settings = { ...(await usedShop()), ...npm, NPM_PID: String(process.pid) };
    const shop = await ownProcess(settings);
    await shop.says("npm has ended");
    expect(await shop.ended).toBe(0);
  });
});

describe("a log without a reader", () => {
  /** An address that makes a log line of 1 kB and is cheap to refuse. */
  const long = `/photos/${"long".repeat(250)}`;

  test("loses only its lines once its reader has gone", async () => {
    const shop = await openShop(await usedShop());
    shop.output.destroy();
    for (let n = 0; n < 3; n++) expect((await visit(shop.url, "/shop")).status).toBe(200);
    await shop.stop("SIGTERM");
    expect(await shop.ended).toBe(0);
    expect(shop.stderr()).toBe("");
  });

  test("counts dropped lines when full, and resumes with its reader", async () => {
    const metricsPort = String(await freePort());
    const shop = await openShop({ ...(await usedShop()), METRICS_PORT: metricsPort });
    shop.output.pause();
    const dropped = async () => {
      expect((await visit(shop.url, long)).status).toBe(404);
      const { text } = await visit(`http://127.0.0.1:${metricsPort}`, "/metrics");
      return Number(/^log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
    };
    await expect.poll(dropped, { timeout: 60_000, interval: 0 }).toBeGreaterThan(2);

    shop.output.resume();
    await shop.says("log lines were dropped");
    await shop.stop("SIGTERM");
    expect(await shop.ended).toBe(0);
    expect(shop.log().at(-1)).toMatchObject({ msg: "stopped" });
  });

  test("doesn't delay a stop while it is full", async () => {
    const command = [process.execPath, "server.ts"] as const;
    const shop = await openShop(await usedShop(), [...command]);
    shop.output.pause();
    for (let n = 0; n < 800; n++) expect((await visit(shop.url, long)).status).toBe(404);
    process.kill(shop.pid, "SIGTERM");
    await expect.poll(() => signalGroup(shop.pid, 0), { timeout: 30_000 }).toBe(false);
    shop.output.resume();
    expect(await shop.ended).toBe(0);
  });
});

test("kill -9 during the very first start doesn't prevent the next", async () => {
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
