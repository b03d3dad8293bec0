import { createParser } from "eventsource-parser";
import { streamTimes } from "./live-events.ts";

/** The browser's parts, replaceable in tests. */
const browser = {
  request: (signal: AbortSignal): Promise<Response> =>
    fetch("/api/events", { signal, headers: { Accept: "text/event-stream" } }),
  isVisible: () => document.visibilityState === "visible",
  /** Calls back when the page is shown or hidden, and when the line is back. */
  watchPage(onChange: () => void, signal: AbortSignal) {
    document.addEventListener("visibilitychange", onChange, { signal });
    window.addEventListener("online", onChange, { signal });
  },
};

/**
 * Keeps the event stream open while the page is looked at, and calls back when something changed or
 * may have: also each time the stream opens, since nobody listened before. It connects again by itself,
 * but not when the session has ended. Fetch and not EventSource, which tells no status and retries
 * in its own time; and hidden pages let go, because a browser has six HTTP/1 lines for all its tabs.
 *
 * @returns what stops it
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

  /** Listens until the line breaks. True when there is nothing more to hear. */
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
          // Two pages for one place would otherwise take it from each other every second.
          if (event === "replaced") attempt = streamTimes.reconnect.length - 1;
          else if (event !== "heartbeat") isChanged = true;
        },
      });
      // Not "for await": Safari learned that late.
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        attempt = 0;
        clearTimeout(silence);
        silence = setTimeout(() => mine.abort(), streamTimes.heartbeat + streamTimes.timeout);
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
