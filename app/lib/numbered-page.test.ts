import { expect, it, test } from "vitest";
import { numberedPage, pageAsked, pageQuery, rangeInWords } from "./numbered-page.ts";

it.each([
  ["", 1],
  ["page=3", 3],
  ["page=0", 1],
  ["page=-1", 1],
  ["page=03", 1],
  ["page=1e3", 1],
  ["page=99999", 1],
  ["page=2&page=3", 2],
])("reads %j as page %i", (query, page) => {
  expect(pageAsked(new URLSearchParams(query))).toBe(page);
});

test("pages cover a list without gaps, and a number past the end means the last page", () => {
  expect(numberedPage(101, 50, 1)).toEqual({ page: 1, pages: 3, from: 0, to: 50, total: 101 });
  expect(numberedPage(101, 50, 3)).toMatchObject({ from: 100, to: 101 });
  expect(numberedPage(101, 50, 9)).toMatchObject({ page: 3 });
  expect(numberedPage(0, 50, 2)).toMatchObject({ page: 1, pages: 1, from: 0, to: 0 });
  expect(rangeInWords(numberedPage(1234, 50, 25))).toBe("1,201–1,234 of 1,234");
});

test("links keep other parameters, and exist only for existing pages", () => {
  const second = numberedPage(101, 50, 2);
  expect(pageQuery("?q=rib&page=2", second, 3)).toBe("?q=rib&page=3");
  expect(pageQuery("?q=rib&page=2", second, 1)).toBe("?q=rib");
  expect([0, 4].map((page) => pageQuery("", second, page))).toEqual([null, null]);
});
