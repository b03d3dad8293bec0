import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { ProductImage } from "./product-image.tsx";

it("is a plain picture of fixed size in the HTML, without a spinner in front of it", () => {
  const html = renderToString(<ProductImage src="/photos/ribeye.jpg" name="Ribeye Steak" />);
  expect(html).toContain('src="/photos/ribeye.jpg"');
  expect(html).toContain('alt="Ribeye Steak"');
  expect(html).toContain('width="800"');
  expect(html).toContain('height="600"');
  expect(html).toContain('loading="lazy"');
  expect(html).not.toContain("animate-spin");
});

it("is fetched first in the first screen", () => {
  const html = renderToString(<ProductImage src="/photos/a.jpg" name="Ribeye Steak" priority />);
  expect(html).toContain('loading="eager"');
  expect(html).toContain('fetchPriority="high"');
});

it("is the wrapped cut where there is no picture", () => {
  const html = renderToString(<ProductImage src={null} name="Ribeye Steak" />);
  expect(html).not.toContain("<img");
  expect(html).toContain("<svg");
});
