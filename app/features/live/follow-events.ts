import { createParser } from "eventsource-parser";
import { useEffect, useEffectEvent } from "react";
import { heartbeatMs } from "./event-stream.ts";

/**
 * In ms. A connection is dead after `timeout` without data beyond the heartbeat; `reconnect` has
 * the delays between attempts, of which the last one repeats.
 */
export const streamTimes = {
  timeout: 10_000,
  reconnect: [1_000, 2_000, 5_000, 10_000],
} as const;

const browser = {
  request: (signal: AbortSignal): Promise<Response> =>
    fetch("/api/events", { signal, headers: { Accept: "text/event-stream" } }),
  isVisible: () => document.visibilityState === "visible",
  /** Calls back when the page is shown or hidden, or the browser is back online. */
  watchPage(onChange: () => void, signal: AbortSignal) {
    document.addEventListener("visibilitychange", onChange, { signal });
    window.addEventListener("online", onChange, { signal });
  },
};

/**
 * Keeps the event stream open while the page is visible, and calls back when something changed or
 * may have, including on each connect, because earlier events were missed. Reconnects until the
 * session has ended. Uses fetch because EventSource hides the status and has its own retry timing.
 * Hidden pages disconnect, because browsers allow only six HTTP/1 connections per host. Returns a
 * function that stops it.
 */
export function followEvents(
  onChange: () => void,
  { request, isVisible, watchPage }: typeof browser = browser,
): () => void {
  const stopped = new AbortController();
  let line: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;

  async function connect() {
    hangUp();
    const mine = new AbortController();
    line = mine;
    const isOver = await listen(mine).catch(() => false);
    if (line !== mine) return;
    hangUp();
    if (isOver) stop();
    else retry = setTimeout(connect, waitBefore(attempt++));
  }

  /** Listens until disconnected. Returns true if there is nothing more to listen for. */
  async function listen(mine: AbortController): Promise<boolean> {
    let silence = setTimeout(() => mine.abort(), streamTimes.timeout);
    try {
      const response = await request(mine.signal);
      if (response.status === 401 || response.status === 403) return true;
      if (!response.ok || !response.body) return false;
      onChange();
      let isChanged = false;
      const parser = createParser({
        onEvent({ event }) {
          // Otherwise two pages would replace each other every second.
          if (event === "replaced") attempt = streamTimes.reconnect.length - 1;
          else if (event !== "heartbeat") isChanged = true;
        },
      });
      // Not "for await", which older versions of Safari don't support.
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        attempt = 0;
        clearTimeout(silence);
        silence = setTimeout(() => mine.abort(), heartbeatMs + streamTimes.timeout);
        isChanged = false;
        parser.feed(read.value);
        if (isChanged) onChange();
      }
      return false;
    } finally {
      clearTimeout(silence);
    }
  }

  function hangUp() {
    clearTimeout(retry);
    line?.abort();
    line = null;
  }

  function stop() {
    hangUp();
    stopped.abort();
  }

  watchPage(() => {
    if (!isVisible()) hangUp();
    else if (!line) connect();
  }, stopped.signal);
  if (isVisible()) connect();
  return stop;
}

function waitBefore(attempt: number): number {
  return streamTimes.reconnect[attempt] ?? 10_000;
}

/**
 * Calls `onChange`, such as the page's `revalidate`, when the account's orders or invoices changed
 * or may have; for staff, also the inbox and the runs. Use once per page, in its layout.
 */
export function useLiveEvents(onChange: () => void): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => followEvents(() => changed()), []);
}
