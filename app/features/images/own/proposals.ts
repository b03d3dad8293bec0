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
 * Returns where a file seems to belong by its name; nothing if two places match equally. The user
 * reviews it before it is applied.
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

/** Scores the words in common first; ties go to the place with the shorter name. */
function likeness(words: ReadonlySet<string>, { fileName }: OwnPlace): number {
  const own = fileName.split("-");
  const common = own.filter((word) => words.has(word)).length;
  return common === 0 ? 0 : 10 * common - (own.length - common);
}
