import type { OwnPlace } from "#app/domain/catalogue/placement/own-images.ts";
import { productSection } from "#app/domain/pictures/placement/image-mapping.ts";
import { imageName } from "#app/domain/pictures/upload/image-upload.ts";
import type { ImageShot } from "#db/schema/values/images.ts";

/** Words in file names that tell which photograph of a product it is. */
const shotWords: Record<string, ImageShot> = {
  raw: "raw",
  uncooked: "raw",
  cooked: "cooked",
  sliced: "cooked",
  grilled: "cooked",
  roasted: "cooked",
  hand: "hand",
  thickness: "thickness",
  thick: "thickness",
  side: "thickness",
};

/**
 * Returns the place that a file seems to belong to by its name, for review; none if two match
 * equally.
 *
 * @example proposalFor("ribeye-raw.jpg", places) // Ribeye Steak, raw
 */
export function proposalFor(
  fileName: string,
  places: readonly OwnPlace[],
): { place: OwnPlace | null; shot: ImageShot | null } {
  const words = new Set(imageName(fileName).split("-"));
  const shot = [...words].flatMap((word) => shotWords[word] ?? [])[0] ?? null;
  const scored = places
    .map((place) => ({ place, score: likeness(words, place) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  const place = best && best.score !== second?.score ? best.place : null;
  const isProduct = place?.place.section === productSection;
  return { place, shot: isProduct ? (shot ?? "raw") : null };
}

/** Ranks by words in common, then by the shorter name. */
function likeness(words: ReadonlySet<string>, { fileName }: OwnPlace): number {
  const own = fileName.split("-");
  const common = own.filter((word) => words.has(word)).length;
  return common === 0 ? 0 : 10 * common - (own.length - common);
}
