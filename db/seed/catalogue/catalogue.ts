import { chuckProducts } from "./chuck.ts";
import { groundProducts } from "./ground.ts";
import { loinProducts } from "./loin.ts";
import { otherProducts } from "./other.ts";
import { preCutProducts } from "./pre-cuts.ts";
import { primeRibProducts } from "./prime-rib.ts";
import { roundProducts } from "./round.ts";
import { sirloinProducts } from "./sirloin.ts";
import type { SeedProduct } from "./types.ts";

/** The products of a new shop, by category in the order of the shop's tabs. */
export const catalogue: SeedProduct[] = [
  ...chuckProducts,
  ...primeRibProducts,
  ...loinProducts,
  ...sirloinProducts,
  ...roundProducts,
  ...otherProducts,
  ...preCutProducts,
  ...groundProducts,
];
