import type { ImageShot } from "#db/schema/values/images.ts";

/** Brief for the photographer. */
export interface ShotText {
  /** One or two words, for the list of pictures. */
  label: string;
  /** The subject and its arrangement. */
  composition: string;
}

/** The photographs of each product, in the order they are taken. */
export const productShots: Record<ImageShot, ShotText> = {
  raw: {
    label: "Raw",
    composition:
      "The whole piece on the board that all products share, seen from 20° off vertical, light from one side, the face of the cut towards the lens. Nothing else in the picture.",
  },
  cooked: {
    label: "Cooked",
    composition:
      "The same piece cooked as its guide says, three or four slices fanned so that the inside shows, on a plain plate or the board, with coarse salt.",
  },
  hand: {
    label: "In a hand",
    composition:
      "Held flat on an open hand or between two, so that its size is plain. A clean apron behind it, out of focus.",
  },
  thickness: {
    label: "Thickness",
    composition:
      "From the side at the height of the board, the edge level, with a hand or a steel rule beside it that shows how thick it is cut.",
  },
};

/** One crop for all products, so that the shop's cards look alike. */
export const productCrop = {
  crop: "4 : 3, landscape. Leave a tenth of the frame empty on every side; the shop's cards crop tighter.",
  size: "at least 1600 × 1200 pixels",
};

interface PlaceShot extends ShotText {
  crop: string;
  size: string;
}

const landscape = { crop: "4 : 3, landscape", size: "at least 1600 × 1200 pixels" };

/** The pictures of the pages, by place (domain/pictures/placement/image-places.ts). */
export const placeShots: Record<string, PlaceShot> = {
  "pages/home-hero": {
    label: "Hero",
    composition:
      "Two or three steaks with twine, salt and a knife; the sharpest point in the right third, the left half calm. It is the first thing anybody sees, and the picture of links to the shop that are shared.",
    crop: "16 : 9 on a computer, 4 : 3 on a phone: what matters stays in the middle two thirds.",
    size: "at least 2560 × 1440 pixels",
  },
  "pages/about-story": {
    ...landscape,
    label: "The story",
    composition: "Where it began: the shop's front, the yard or the block, with somebody at work.",
  },
  "pages/about-quality": {
    ...landscape,
    label: "Quality",
    composition: "The face of a well-marbled loin, close, with light that lets the fat shine.",
  },
  "pages/about-team": {
    ...landscape,
    label: "The team",
    composition: "Everyone who cuts, packs and drives, in the room they work in, looking up.",
  },
  "pages/wholesale": {
    ...landscape,
    label: "Wholesale",
    composition: "A case or a table of one cut in even rows: many pieces of one thickness.",
  },
  "pages/contact": {
    ...landscape,
    label: "Contact",
    composition: "An order being taken: a slip, a pencil, a phone, hands without a face.",
  },
  "sections/home-about": {
    ...landscape,
    label: "About us",
    composition: "Hands at work: a roast being tied or a steak being cut. Different from the hero.",
  },
};

export const shotRules: readonly string[] = [
  "Daylight or one lamp from the side, no flash. White balance on a grey card: beef is red, fat is cream.",
  "One board and one background for all products, the camera at one height.",
  "JPEG in sRGB, as large as the camera makes it, not sharpened, no text and no logo in the picture.",
  "Nobody's face without their written consent.",
];
