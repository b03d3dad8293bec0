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

it("asks every ten seconds until the shop answers, and then no more", async () => {
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

it("asks every two seconds while somebody waits, whatever the browser says of the network", async () => {
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

it("calls back at once if the shop answered before", async () => {
  const { awaitShop } = await opened();
  const onBack = vi.fn();
  awaitShop(onBack)();
  expect(onBack).toHaveBeenCalledTimes(1);
});

it("asks as soon as the browser has a network again", async () => {
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

it("ignores a late answer to an earlier request", async () => {
  const { isShopCut, isShopThere } = await opened();
  const { promise: hangs, reject } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", vi.fn().mockReturnValueOnce(hangs).mockResolvedValue(new Response(null)));
  const early = isShopThere();
  expect(await isShopThere()).toBe(true);
  reject(new DOMException("Timed out", "TimeoutError"));
  expect(await early).toBe(false);
  expect(isShopCut()).toBe(false);
});
