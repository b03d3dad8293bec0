import { expect, test } from "vitest";
import { imageSources } from "./image-sources.ts";

const path = "/photos/products/ribeye-1700000000000-ab12cd34.jpg";
const sizes = "(min-width: 1280px) 25vw, 100vw";

test("an image of ours is offered in every width, with its version", () => {
  const sources = imageSources(`${path}?t=5`, sizes);
  expect(sources).toMatchObject({ sizes, src: `${path}/960.jpg?t=5`, preview: null });
  expect(sources.avif).toMatch(/^\S+\/320\.avif\?t=5 320w, .+\/1600\.avif\?t=5 1600w$/);
  expect(sources.webp).toBe(`${path}/960.webp?t=5`);
});

test("only the first width above an image's own is offered", () => {
  const facts = { width: 600, height: 400, preview: "data:image/webp;base64,AAAA" };
  const { avif, ...rest } = imageSources(`${path}?t=5`, sizes, facts);
  expect(avif?.match(/\d+w/g)).toEqual(["320w", "480w", "640w"]);
  expect(rest).toMatchObject({ ...facts, webp: `${path}/640.webp?t=5` });
});

test("an external image is shown unchanged", () => {
  for (const url of ["https://example.com/a.jpg", "/images/a.png"]) {
    expect(imageSources(url, sizes)).toMatchObject({ avif: null, webp: null, src: url });
  }
});
