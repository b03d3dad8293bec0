import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { draftLine, draftOf } from "#app/domain/drafts/test-draft.ts";
import { readOrderForm } from "#app/domain/ordering/placing/order-form.ts";
import { sendOrder } from "./send-order.ts";

const draft = draftOf(draftLine(1));
const unknown = { refused: { step: "review", draft, problems: [], isUnknown: true } };
const placed = { placed: { id: "order-1" } };
const refused = { refused: { step: "review", draft, problems: [] } };

const fetch = vi.fn<typeof globalThis.fetch>();
beforeEach(() => {
  fetch.mockReset();
  vi.stubGlobal("fetch", fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answers(body: BodyInit, status = 200) {
  fetch.mockImplementation(async () => new Response(body, { status }));
}

describe("sendOrder", () => {
  it("sends the draft to be placed and returns the answer", async () => {
    answers(JSON.stringify(placed));
    expect(await sendOrder(draft)).toEqual(placed);
    const [address, request] = fetch.mock.calls[0] ?? [];
    expect(address).toBe("/api/orders");
    expect(request?.method).toBe("POST");
    expect(readOrderForm(request?.body as FormData)).toEqual({ draft, intent: "place" });
  });

  it.each([400, 409])("returns a refusal with %i", async (status) => {
    answers(JSON.stringify(refused), status);
    expect(await sendOrder(draft)).toEqual(refused);
  });

  it("reports that the session has ended", async () => {
    answers(JSON.stringify({ error: "Please sign in" }), 401);
    expect(await sendOrder(draft)).toBe("signed-out");
  });

  it.each([403, 413, 429, 500, 502, 503])(
    "reports an unknown outcome after status %i",
    async (status) => {
      answers("<h1>Bad gateway</h1>", status);
      expect(await sendOrder(draft)).toEqual(unknown);
    },
  );

  it("reports an unknown outcome if the connection is lost, before or during the response", async () => {
    fetch.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await sendOrder(draft)).toEqual(unknown);
    answers('{"placed":{"id"');
    expect(await sendOrder(draft)).toEqual(unknown);
  });

  it("times out", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    timeout.mockReturnValue(AbortSignal.abort());
    fetch.mockImplementation(async (_, init) => {
      init?.signal?.throwIfAborted();
      throw new Error("It was not given up");
    });
    expect(await sendOrder(draft)).toEqual(unknown);
    expect(timeout).toHaveBeenCalledWith(20_000);
    timeout.mockRestore();
  });
});
