import { createContext, type RouterContextProvider } from "react-router";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { orNull } from "#app/lib/or-null.ts";

/**
 * Returns the main image of each of a page's keys; null if there is none or the lookup fails. The
 * section is the image manager's tab: Pages, or Sections of a page.
 */
export function pageImages(
  { images, log }: Pick<RequestContext, "images" | "log">,
  keys: readonly string[],
  section: "pages" | "sections" = "pages",
): Promise<(string | null)[]> {
  return Promise.all(
    keys.map(async (key) => {
      const urls = await orNull(images.reader.urlsAt(section, key), log, "images of a page");
      return urls?.[0] ?? null;
    }),
  );
}

/** Tiny previews of the rendered page's images, by URL. */
export const carriedPreviews = createContext<Record<string, string>>({});

/** Products whose previews a page includes: what a phone shows first. Each is 80 bytes of gzip. */
const previewed = 4;

/**
 * For loaders: includes the previews of these images in the page's HTML
 * (components/responsive-image.tsx), of products only the first. If the previews can't be loaded,
 * images are shown without them. `products` is null if they couldn't be loaded; `urls` are other
 * images.
 */
export async function carryPreviews(
  context: Readonly<RouterContextProvider>,
  products: readonly { imageUrl: string | null }[] | null,
  urls: readonly (string | null)[] = [],
): Promise<void> {
  const { images, log } = context.get(requestContext);
  const wanted = [...(products ?? []).slice(0, previewed).map(({ imageUrl }) => imageUrl), ...urls];
  const facts = (await orNull(images.reader.factsOf(wanted), log, "previews")) ?? {};
  const previews = Object.entries(facts).map(([url, { preview }]) => [url, preview]);
  context.set(carriedPreviews, Object.fromEntries(previews));
}
