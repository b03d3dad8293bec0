import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/** The owner's decisions about the products that a new shop starts with. */
export interface OpeningCatalogueSettings {
  /** True to keep them beside imported ones; the first import asks. */
  isKept: boolean;
  arePricesOurs: boolean;
}

export const openingCatalogueSettings: SettingsGroup<OpeningCatalogueSettings> = {
  key: "opening-catalogue",
  schema: z.object({ isKept: z.boolean(), arePricesOurs: z.boolean() }),
  defaults: { isKept: false, arePricesOurs: false },
};

/** Values of the buttons for the opening catalogue. */
export const openingActions = ["begin-empty", "keep-opening", "own-prices"] as const;

export type OpeningAction = (typeof openingActions)[number];

/** Returns undefined for any other button. */
export function openingActionIn(intent: string | undefined): OpeningAction | undefined {
  return openingActions.find((one) => one === intent);
}

/** Query parameter with the number of removed samples. */
export const samplesRemoved = "samples-removed";

/** Returns "39 sample products removed"; undefined without that parameter. */
export function removedInWords(query: URLSearchParams): string | undefined {
  const count = query.get(samplesRemoved) ?? "";
  if (!/^[1-9]\d{0,4}$/.test(count)) return undefined;
  return `${count} sample ${count === "1" ? "product" : "products"} removed`;
}

export const beginEmptyLabel = "Begin with an empty catalogue";

export const wasOrdered =
  "The catalogue can be emptied until the first order, and there is one by now. Hide what you do not sell under Products.";
