import { createContext, type RouterContextProvider } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { orNull } from "#app/lib/survive.ts";

/** The tiny previews of the pictures of the page that is being made, by address. */
export const carriedPreviews = createContext<Record<string, string>>({});

/**
 * For loaders: has the page's HTML carry the previews of these pictures (components/picture-previews.ts).
 * Without them, should they not be had, pictures still come.
 *
 * @param products whose pictures the page shows; null where they could not be loaded
 * @param urls of other pictures
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
