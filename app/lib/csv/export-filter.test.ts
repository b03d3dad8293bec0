import { expect, it } from "vitest";
import { exportFilter, filterQuery } from "./export-filter.ts";

it("an export keeps the page's filters, but not the position in the list", () => {
  const search = "?status=pending&q=b%26c+d&after=x&client=y&category=&from=2026-11-01&to=";
  expect(filterQuery(search)).toBe("?status=pending&q=b%26c+d&from=2026-11-01");
  expect(exportFilter(new URLSearchParams(search))).toEqual({
    status: "pending",
    q: "b&c d",
    from: "2026-11-01",
  });
  expect(exportFilter(new URLSearchParams("from=yesterday")).from).toBeUndefined();
  expect(filterQuery("?after=x")).toBe("");
  expect(filterQuery("")).toBe("");
});
