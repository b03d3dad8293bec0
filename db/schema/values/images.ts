/**
 * What a photograph of a product shows: the raw cut; cooked and sliced; in a hand, for its size; from the
 * side, for its thickness. In the order a photographer takes them.
 */
export const imageShots = ["raw", "cooked", "hand", "thickness"] as const;
export type ImageShot = (typeof imageShots)[number];

/** As much as a screen reader says of an image without tiring: two sentences. */
export const maxAltLength = 200;
