/** Defaults for facts missing from the catalogue (specification, section 2, product detail). */
export const productDefaults = {
  weight: "Varies by cut",
  grade: "AAA",
  source: "Canadian",
  packaging: "Vacuum-sealed and flash-frozen for freshness.",
};
