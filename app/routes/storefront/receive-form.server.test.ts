import { expect, it } from "vitest";
import type { RequestContext } from "#app/context.server.ts";
import { backInStockForm } from "#app/features/inquiries/forms/form-schemas.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { receiveForm } from "./receive-form.server.ts";

it("a refusal is answered with its reason and what was typed", async () => {
  const limits = { takeAll: async () => null };
  const services = { limits, log: silentLog, shop: sampleShop(), clientAddress: "192.0.2.1" };
  const typed = { product: "brisket", email: "jo@example.com" };
  const body = new URLSearchParams(typed);
  const answer = await receiveForm(
    services as unknown as RequestContext,
    new Request("https://shop.example/", { method: "POST", body }),
    {
      name: "backInStock",
      page: "/",
      schema: backInStockForm,
      receive: () => Promise.reject(new Refusal("gone", "This product is no longer for sale.")),
    },
  );
  expect(answer).toMatchObject({
    init: { status: 404 },
    data: { problem: { description: "This product is no longer for sale." }, values: typed },
  });
});
