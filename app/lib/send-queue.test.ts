import { afterEach, expect, it, vi } from "vitest";
import { createSendQueue } from "./send-queue.ts";

afterEach(() => vi.unstubAllGlobals());

it("an operation that fails while the network comes back is retried immediately", async () => {
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  vi.useFakeTimers();
  const answers: ((answer: { kind: "done" } | null) => void)[] = [];
  const queue = createSendQueue<string, { kind: "done" }>({
    read: () => null,
    write: () => undefined,
    parse: String,
    send: () => new Promise((resolve) => answers.push(resolve)),
    onAnswer: () => undefined,
  });
  const stop = queue.start();
  queue.add("a report");
  // The attempt was made while offline, and fails only now.
  window.dispatchEvent(new Event("online"));
  answers[0]?.(null);
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(2);
  // Without the network coming back, it waits.
  answers[1]?.(null);
  await vi.advanceTimersByTimeAsync(500);
  expect(answers).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(500);
  answers[2]?.({ kind: "done" });
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.getState()).toMatchObject({ waiting: [], line: "open" });
  stop();
  vi.useRealTimers();
});
