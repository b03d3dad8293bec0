import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** The real connection, whatever the browser reports, and the number of requests over it. */
let line: { isOpen: boolean; asked: number };
let browser: EventTarget;

/** The module has state, so each test loads its own. */
const opened = async () => {
  vi.resetModules();
  return import("./connection.ts");
};

beforeEach(() => {
  vi.useFakeTimers();
  line = { isOpen: false, asked: 0 };
  browser = new EventTarget();
  vi.stubGlobal("window", browser);
  vi.stubGlobal("fetch", async () => {
    line.asked += 1;
    if (!line.isOpen) throw new TypeError("Failed to fetch");
    return new Response(null);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("pings every ten seconds until the shop responds, and then stops", async () => {
  const { isShopCut, isShopThere } = await opened();
  expect(await isShopThere()).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(line.asked).toBe(3);
  line.isOpen = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isShopCut()).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(line.asked).toBe(4);
});

it("pings every two seconds while something waits for the shop", async () => {
  const { awaitShop, isShopThere } = await opened();
  const onBack = vi.fn();
  await isShopThere();
  const stop = awaitShop(onBack);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(line.asked).toBe(3);
  expect(onBack).not.toHaveBeenCalled();
  line.isOpen = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(onBack).toHaveBeenCalledTimes(1);
  stop();
});

it("calls back immediately if the shop is reachable", async () => {
  const { awaitShop } = await opened();
  const onBack = vi.fn();
  awaitShop(onBack)();
  expect(onBack).toHaveBeenCalledTimes(1);
});

it("pings as soon as the browser is online again", async () => {
  const { isShopCut, watchShop } = await opened();
  const onChange = vi.fn();
  const stop = watchShop(onChange);
  browser.dispatchEvent(new Event("offline"));
  expect(isShopCut()).toBe(true);
  line.isOpen = true;
  browser.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(isShopCut()).toBe(false);
  expect(onChange).toHaveBeenCalledTimes(2);
  stop();
});

it("ignores a late failure of an earlier ping", async () => {
  const { isShopCut, isShopThere } = await opened();
  const { promise: hangs, reject } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", vi.fn().mockReturnValueOnce(hangs).mockResolvedValue(new Response(null)));
  const early = isShopThere();
  expect(await isShopThere()).toBe(true);
  reject(new DOMException("Timed out", "TimeoutError"));
  expect(await early).toBe(false);
  expect(isShopCut()).toBe(false);
});
