import { brisketCooking } from "./cooking/brisket.ts";
import { chuckCooking } from "./cooking/chuck.ts";
import { groundCooking } from "./cooking/ground.ts";
import { loinCooking } from "./cooking/loin.ts";
import { otherCooking } from "./cooking/other.ts";
import { primeRibCooking } from "./cooking/prime-rib.ts";
import { roundCooking } from "./cooking/round.ts";
import { sirloinCooking } from "./cooking/sirloin.ts";
import type { CookingFacts } from "./cooking-facts.ts";
import { factsForCut } from "./cuts.ts";
import type { GuideTab } from "./guide-tabs.ts";

const cooking: Record<GuideTab, CookingFacts[]> = {
  chuck: chuckCooking,
  primeRib: primeRibCooking,
  loin: loinCooking,
  sirloin: sirloinCooking,
  round: roundCooking,
  brisket: brisketCooking,
  other: otherCooking,
  ground: groundCooking,
};

/** One entry of the guide: how to cook a cut, and what it is like. */
export interface GuideCut extends CookingFacts {
  characteristics: string[];
}

/**
 * The cuts of one tab, in catalogue order. For loaders only, so that the browser only gets the
 * requested tab.
 */
export function guideCuts(tab: GuideTab): GuideCut[] {
  return cooking[tab].map((cut) => ({
    ...cut,
    characteristics: factsForCut(cut.slug)?.characteristics ?? [],
  }));
}

/** Every cut of the guide by the name it is sold under. */
export function guideCutNames(): { slug: string; name: string }[] {
  return Object.values(cooking).flatMap((cuts) => cuts.map(({ slug, name }) => ({ slug, name })));
}
