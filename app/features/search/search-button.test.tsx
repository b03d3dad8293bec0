import { QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { SearchBox, SearchResults } from "./search-box.tsx";
import { SearchButton } from "./search-button.tsx";
import { searchClient } from "./search-query.ts";

function render(element: React.ReactNode) {
  const router = createMemoryRouter([{ path: "*", element }]);
  return renderToString(<RouterProvider router={router} />);
}

it("the button is a plain link to the search page until JavaScript runs", () => {
  const html = render(<SearchButton />);
  expect(html).toMatch(/<a [^>]*href="\/search"/);
  expect(html).toContain('aria-label="Search"');
  expect(html).not.toContain("role=");
  expect(html).not.toContain("aria-expanded");
});

it("the dropdown starts as a labelled, collapsed combobox in a form that works without JavaScript", () => {
  const html = render(
    <QueryClientProvider client={searchClient}>
      <SearchBox onClose={() => undefined} />
    </QueryClientProvider>,
  );
  expect(html).toMatch(/<form [^>]*action="\/search"/);
  expect(html).toMatch(/<form [^>]*role="search"/);
  expect(html).toMatch(/<input [^>]*name="q"/);
  expect(html).toMatch(/<input [^>]*role="combobox"/);
  expect(html).toMatch(/<input [^>]*placeholder="Search for products\.\.\."/);
  expect(html).toMatch(/<input [^>]*aria-expanded="false"/);
  expect(html).toContain("Search for products...</label>");
  expect(html).toContain("Start typing to search");
});

it("results link to their category, or “other” without one, and one is active", () => {
  const hits = [
    {
      id: "a1",
      name: "Ribeye Steak",
      category: "prime-rib",
      pricePerLb: "24.99",
      soldBy: "piece" as const,
      typicalPieceLb: "1.25",
    },
    {
      id: "b2",
      name: "Soup Bones",
      category: null,
      pricePerLb: "3.49",
      soldBy: "lb" as const,
      typicalPieceLb: null,
    },
  ];
  const html = render(<SearchResults id="s" hits={hits} choice={1} onChoose={() => undefined} />);
  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="/shop/prime-rib/a1"',
    'href="/shop/other/b2"',
  ]);
  expect(html.match(/aria-selected="[^"]*"/g)).toEqual([
    'aria-selected="false"',
    'aria-selected="true"',
  ]);
  expect(html).toContain("Other Cuts");
  expect(html).toContain(">about 1.25 lb each · $24.99/lb · $55.09/kg<");
  expect(html).toContain(">$3.49/lb · $7.69/kg<");
});
