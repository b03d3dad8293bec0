/**
 * The subject of a product's photo: the raw cut; cooked and sliced; in a hand, for its size; from
 * the side, for its thickness. In the order a photographer takes them.
 */
export const imageShots = ["raw", "cooked", "hand", "thickness"] as const;
export type ImageShot = (typeof imageShots)[number];

/** Two sentences, the most a screen reader should say about an image. */
export const maxAltLength = 200;
