import { createContext, type RouterContextProvider } from "react-router";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { orNull } from "#app/lib/survive.ts";

/**
 * The main image of each of a page's keys; null if there is none or the lookup fails. The section
 * is the image manager's tab: Pages, or Sections of a page.
 */
export function pagePictures(
  { photos, log }: Pick<RequestContext, "photos" | "log">,
  keys: readonly string[],
  section: "pages" | "sections" = "pages",
): Promise<(string | null)[]> {
  return Promise.all(
    keys.map(async (key) => {
      const urls = await orNull(photos.reader.urlsAt(section, key), log, "pictures of a page");
      return urls?.[0] ?? null;
    }),
  );
}

/** Tiny previews of the rendered page's pictures, by URL. */
export const carriedPreviews = createContext<Record<string, string>>({});

/**
 * For loaders: includes the previews of these pictures in the page's HTML
 * (components/picture.tsx). If the previews can't be loaded, pictures are shown without
 * them.
 *
 * @param products products whose pictures the page shows; null if they couldn't be loaded
 * @param urls URLs of other pictures
 */
export async function carryPreviews(
  context: Readonly<RouterContextProvider>,
  products: readonly { imageUrl: string | null }[] | null,
  urls: readonly (string | null)[] = [],
): Promise<void> {
  const { photos, log } = context.get(requestContext);
  const wanted = [...(products ?? []).map(({ imageUrl }) => imageUrl), ...urls];
  const facts = (await orNull(photos.reader.factsOf(wanted), log, "previews")) ?? {};
  const previews = Object.entries(facts).map(([url, { preview }]) => [url, preview]);
  context.set(carriedPreviews, Object.fromEntries(previews));
}
