import type { ImagePlace } from "./image-mapping.ts";
import type { PictureFolder } from "./picture-address.ts";

/** A place on the site's pages where the owner chooses the picture. */
export interface PicturePlace extends ImagePlace {
  /** For the `image-updated` event. */
  id: string;
  section: PictureFolder;
  /** As the image manager calls it. */
  label: string;
}

/** In the order in which a visitor meets them. */
export const picturePlaces: readonly PicturePlace[] = [
  inPages("home-hero", "Home page, beside the headline"),
  inPages("about-story", "Our Story, the story"),
  inPages("about-quality", "Our Story, the quality standards"),
  inPages("about-team", "Our Story, the team"),
];

function inPages(key: string, label: string): PicturePlace {
  return { id: `pages/${key}`, section: "pages", key, label };
}
