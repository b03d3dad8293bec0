/** The tabs of the cuts guide. Apart from the cooking facts, which the browser needn't load. */
export const guideTabs = [
  { id: "chuck", label: "Chuck" },
  { id: "primeRib", label: "Prime Rib" },
  { id: "loin", label: "Loin" },
  { id: "sirloin", label: "Sirloin" },
  { id: "round", label: "Round" },
  { id: "brisket", label: "Brisket" },
  { id: "other", label: "Other" },
  { id: "ground", label: "Ground" },
] as const;

export type GuideTab = (typeof guideTabs)[number]["id"];

/** The tab that `/cuts` opens with. */
export const defaultGuideTab: GuideTab = "loin";

/** True if a query parameter names a tab. */
export function isGuideTab(value: string | null): value is GuideTab {
  return guideTabs.some((tab) => tab.id === value);
}
