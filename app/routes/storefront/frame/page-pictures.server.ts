import type { RequestContext } from "#app/context.server.ts";
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
