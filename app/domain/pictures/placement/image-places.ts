import type { ImageFolder } from "#app/domain/pictures/image-address.ts";
import type { ImagePlace } from "#app/domain/pictures/placement/image-mapping.ts";

export interface NamedImagePlace extends ImagePlace {
  /** For the `image-updated` event. */
  id: string;
  section: ImageFolder;
  label: string;
}

/** In the order visitors see them. Every tab of the image manager except Products has some. */
export const imagePlaces: readonly NamedImagePlace[] = [
  at("pages", "home-hero", "Home page, beside the headline"),
  at("pages", "about-story", "Our Story, the story"),
  at("pages", "about-quality", "Our Story, the quality standards"),
  at("pages", "about-team", "Our Story, the team"),
  at("pages", "wholesale", "Wholesale, beside the benefits"),
  at("pages", "contact", "Contact, beside the phone number"),
  at("sections", "home-about", "Home page, About Us"),
];

function at(section: ImageFolder, key: string, label: string): NamedImagePlace {
  return { id: `${section}/${key}`, section, key, label };
}
