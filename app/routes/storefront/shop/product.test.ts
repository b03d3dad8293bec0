import { expect, it } from "vitest";
import { meta } from "./product.tsx";

const titleOf = (product: null | undefined) => {
  const args = { loaderData: { head: null, product }, matches: [] };
  return meta(args as unknown as Parameters<typeof meta>[0])?.[0];
};

it("the title says that a product was not found only if there is none", () => {
  expect(titleOf(undefined)).toEqual({ title: "Product not found" });
  expect(titleOf(null)).toEqual({ title: "Product" });
});
