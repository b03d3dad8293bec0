import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { PageLink } from "./page-link.tsx";

function isCurrent(at: string, to: string, end?: boolean) {
  const html = renderToString(
    <MemoryRouter initialEntries={[at]}>
      <PageLink to={to} end={end ?? false} />
    </MemoryRouter>,
  );
  return html.includes('aria-current="page"');
}

it.each([
  ["/shop", "/shop", true],
  ["/shop/", "/shop", true],
  ["/shop/loin?page=2", "/shop", true],
  ["/shopping", "/shop", false],
  ["/about", "/", false],
])("at %s the link to %s is current: %s", (at, to, expected) => {
  expect(isCurrent(at, to)).toBe(expected);
});

it("with exact matching, a page below the link's target is not current", () => {
  expect(isCurrent("/admin/orders", "/admin", true)).toBe(false);
  expect(isCurrent("/admin", "/admin", true)).toBe(true);
});
