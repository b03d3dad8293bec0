import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { streamEvents } from "./event-stream.ts";
import { followEvents, streamTimes } from "./follow-events.ts";

class Line {
  readonly signal: AbortSignal;
  readonly response: Promise<Response>;
  #settle = (_: Response) => {};
  #fail = (_: Error) => {};
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;

  constructor(signal: AbortSignal) {
    this.signal = signal;
    this.response = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
    });
    signal.addEventListener("abort", () => {
      this.#fail(new Error("aborted"));
      this.#controller?.error(new Error("aborted"));
    });
  }

  answer(status: number) {
    const start = (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
      this.#controller = controller;
    };
    this.#settle(new Response(new ReadableStream({ start }), { status }));
    return settled();
  }

  say(text: string) {
    this.#controller?.enqueue(new TextEncoder().encode(text));
    return settled();
  }

  end() {
    this.#controller?.close();
    return settled();
  }

  fail() {
    this.#fail(new TypeError("Failed to fetch"));
    return settled();
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0);

let lines: Line[];
let isVisible: boolean;
let pageChanged: () => void;
let onChange: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  isVisible = true;
  onChange = vi.fn<() => void>();
});
afterEach(() => {
  vi.useRealTimers();
});

function follow() {
  return followEvents(onChange, {
    request(signal) {
      const line = new Line(signal);
      lines.push(line);
      return line.response;
    },
    isVisible: () => isVisible,
    watchPage(changed, signal) {
      pageChanged = () => signal.aborted || changed();
    },
  });
}

function latest(): Line {
  const line = lines.at(-1);
  if (!line) throw new Error("The page has asked for nothing");
  return line;
}

async function opened() {
  await latest().answer(200);
  await latest().say(streamEvents.heartbeat);
}

async function waitUntilNext() {
  const before = lines.length;
  let waited = 0;
  while (lines.length === before && waited < 60_000) {
    await vi.advanceTimersByTimeAsync(500);
    waited += 500;
  }
  return waited;
}

describe("an open stream", () => {
  it("calls back when it opens, and for orders and the inbox, but not for heartbeats", async () => {
    follow();
    expect(onChange).not.toHaveBeenCalled();
    await opened();
    expect(onChange).toHaveBeenCalledTimes(1);
    await latest().say(streamEvents.heartbeat);
    expect(onChange).toHaveBeenCalledTimes(1);
    await latest().say(streamEvents.orders("id"));
    await latest().say(streamEvents.orders(null));
    expect(onChange).toHaveBeenCalledTimes(3);
    await latest().say(streamEvents.orders("one") + streamEvents.orders("two"));
    expect(onChange).toHaveBeenCalledTimes(4);
    await latest().say(streamEvents.heartbeat + streamEvents.inbox);
    expect(onChange).toHaveBeenCalledTimes(5);
  });

  it("recognizes an event even if the network splits it", async () => {
    const event = streamEvents.heartbeat + streamEvents.orders("id");
    for (let cut = 0; cut < event.length; cut += 1) {
      onChange.mockClear();
      const stop = follow();
      await latest().answer(200);
      await latest().say(event.slice(0, cut));
      expect(onChange).toHaveBeenCalledTimes(1);
      await latest().say(event.slice(cut));
      expect(onChange).toHaveBeenCalledTimes(2);
      stop();
    }
  });

  it("is aborted 10 seconds after a heartbeat is missed", async () => {
    follow();
    await opened();
    await vi.advanceTimersByTimeAsync(39_999);
    await latest().say(streamEvents.heartbeat);
    await vi.advanceTimersByTimeAsync(39_999);
    expect(latest().signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(latest().signal.aborted).toBe(true);
    expect(await waitUntilNext()).toBe(1_000);
  });

  it("reconnects when it ends, and then calls back for what it missed", async () => {
    follow();
    await opened();
    await latest().end();
    expect(await waitUntilNext()).toBe(1_000);
    await opened();
    expect(onChange).toHaveBeenCalledTimes(2);
  });
});

describe("reconnecting a stream", () => {
  it("waits 10 seconds after another page replaced the stream", async () => {
    follow();
    await opened();
    await latest().say(streamEvents.replaced);
    await latest().end();
    expect(await waitUntilNext()).toBe(10_000);
    expect(onChange).toHaveBeenCalledTimes(1);
    await opened();
    await latest().end();
    expect(await waitUntilNext()).toBe(1_000);
  });

  it("waits 1, 2, 5, then always 10 seconds, and starts over after an event", async () => {
    expect(streamTimes.reconnect).toEqual([1_000, 2_000, 5_000, 10_000]);
    follow();
    for (const wait of [1_000, 2_000, 5_000, 10_000, 10_000, 10_000]) {
      await latest().fail();
      expect(await waitUntilNext()).toBe(wait);
    }
    await opened();
    await latest().end();
    expect(await waitUntilNext()).toBe(1_000);
  });

  it("doesn't reset the delays for a server that answers but sends no event", async () => {
    follow();
    for (const wait of [1_000, 2_000, 5_000]) {
      await latest().answer(200);
      await latest().end();
      expect(await waitUntilNext()).toBe(wait);
    }
  });

  it("aborts a request that isn't answered within 10 seconds", async () => {
    follow();
    await vi.advanceTimersByTimeAsync(streamTimes.timeout - 1);
    expect(latest().signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(latest().signal.aborted).toBe(true);
    expect(await waitUntilNext()).toBe(1_000);
  });

  it("retries if the server has no room or fails", async () => {
    follow();
    await latest().answer(503);
    expect(await waitUntilNext()).toBe(1_000);
    await latest().answer(500);
    expect(await waitUntilNext()).toBe(2_000);
    expect(onChange).not.toHaveBeenCalled();
  });

  it.each([401, 403])("stops after the status %i", async (status) => {
    follow();
    await latest().answer(status);
    await vi.advanceTimersByTimeAsync(60_000);
    pageChanged();
    expect(lines).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a hidden page", () => {
  it("disconnects, and reconnects immediately when it is shown", async () => {
    follow();
    await opened();
    isVisible = false;
    pageChanged();
    expect(latest().signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toHaveLength(1);
    isVisible = true;
    pageChanged();
    expect(lines).toHaveLength(2);
    await opened();
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it("doesn't connect before it is shown", () => {
    isVisible = false;
    follow();
    expect(lines).toHaveLength(0);
  });

  it("reconnects without delay when it is shown or the browser is back online", async () => {
    follow();
    await latest().fail();
    pageChanged();
    expect(lines).toHaveLength(2);
    await opened();
    pageChanged();
    expect(lines).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(lines).toHaveLength(2);
  });
});

it("unsubscribing aborts the stream and leaves no timer", async () => {
  const stop = follow();
  await opened();
  stop();
  expect(latest().signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
