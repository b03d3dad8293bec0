import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { ImagePreviews } from "#app/components/responsive-image.tsx";
import { ProductGallery } from "./product-gallery.tsx";
import { ProductImage } from "./product-image.tsx";

const url = "/photos/products/ribeye-steak-1700000000000-ab12cd34.webp?t=5";
const preview = "data:image/webp;base64,UklGRjYAAABXRUJQ";

const render = (page: ReactNode) => renderToString(page);
const count = (html: string, text: string) => html.split(text).length - 1;

it("ProductImage renders a plain image of fixed size, without a spinner in front of it", () => {
  const html = render(<ProductImage src={url} name="Ribeye Steak" />);
  expect(html).toMatch(/<source type="image\/avif" srcSet="[^"]+\/320\.avif\?t=5 320w, /);
  expect(html).toMatch(/<source type="image\/webp" srcSet="[^"]+\/768\.webp\?t=5"/);
  expect(html).toContain('alt="Ribeye Steak"');
  expect(html).toContain('width="800"');
  expect(html).toContain('height="600"');
  expect(html).toContain('loading="lazy"');
  expect(html).not.toContain("animate-spin");
});

it("ProductImage loads first if it is on the first screen", () => {
  const html = render(<ProductImage src={url} name="Ribeye Steak" priority />);
  expect(html).toContain('loading="eager"');
  expect(html).toContain('fetchPriority="high"');
});

it("ProductImage has its preview behind it if the server knows one", () => {
  const image = <ProductImage src={url} name="Ribeye Steak" />;
  const html = render(<ImagePreviews value={{ [url]: preview }}>{image}</ImagePreviews>);
  expect(count(html, preview)).toBe(1);
  expect(render(image)).not.toContain("style=");
});

it("ProductImage renders the placeholder if there is no image", () => {
  const html = render(<ProductImage src={null} name="Ribeye Steak" />);
  expect(html).toContain('src="/images/placeholder.webp"');
  expect(html).not.toContain("<source");
});

it("ProductGallery has a linked thumbnail of each image if there are several", () => {
  const name = "Ribeye Steak";
  expect(render(<ProductGallery urls={[]} name={name} />)).not.toContain("<a");
  expect(render(<ProductGallery urls={[url]} name={name} />)).not.toContain("<a");
  const html = render(<ProductGallery urls={[url, "/b.jpg", "/c.jpg"]} name={name} />);
  expect(count(html, "<img")).toBe(6);
  for (const image of ["image-1", "image-2", "image-3"]) {
    expect(html).toContain(`id="${image}"`);
    expect(html).toContain(`href="#${image}"`);
  }
  expect(count(html, 'aria-current="true"')).toBe(1);
  expect(count(html, 'loading="eager"')).toBe(1);
});

it("ProductGallery describes an image by its file name", () => {
  const cooked = "/photos/products/ribeye-steak-cooked-and-sliced-5-00000000.webp?t=5";
  const html = render(<ProductGallery urls={[url, cooked, "/c.jpg"]} name="Ribeye Steak" />);
  for (const alt of ["Ribeye Steak", "Ribeye Steak, cooked and sliced", "Ribeye Steak, image 3"]) {
    expect(html).toContain(`alt="${alt}"`);
  }
});

it("ProductGallery prefers the owner's description of an image", () => {
  const alts = { "/b.jpg": "Three slices of a ribeye, pink inside" };
  const html = render(<ProductGallery urls={[url, "/b.jpg"]} alts={alts} name="Ribeye Steak" />);
  for (const alt of ["Ribeye Steak", alts["/b.jpg"]]) expect(html).toContain(`alt="${alt}"`);
  const alone = render(<ProductGallery urls={["/b.jpg"]} alts={alts} name="Ribeye Steak" />);
  expect(alone).toContain(`alt="${alts["/b.jpg"]}"`);
});
