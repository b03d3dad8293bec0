import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/** What the owner has said of the products that a new shop begins with. */
export interface OpeningCatalogueSettings {
  /** They stay beside what is imported: asked once, by the first import. */
  isKept: boolean;
  /** Their prices are the owner's own. */
  arePricesOurs: boolean;
}

export const openingCatalogueSettings: SettingsGroup<OpeningCatalogueSettings> = {
  key: "opening-catalogue",
  schema: z.object({ isKept: z.boolean(), arePricesOurs: z.boolean() }),
  defaults: { isKept: false, arePricesOurs: false },
};

/** What can be done about the opening catalogue; the value of the buttons that do it. */
export const openingActions = ["begin-empty", "keep-opening", "own-prices"] as const;

export type OpeningAction = (typeof openingActions)[number];

/** Reads a submitted deed; undefined for any other button's. */
export function openingActionIn(deed: string | undefined): OpeningAction | undefined {
  return openingActions.find((one) => one === deed);
}

/** The query parameter of a page that is to say how many samples were removed. */
export const samplesRemoved = "samples-removed";

/** "39 sample products removed"; undefined where an address says nothing of them. */
export function removedInWords(query: URLSearchParams): string | undefined {
  const count = query.get(samplesRemoved) ?? "";
  if (!/^[1-9]\d{0,4}$/.test(count)) return undefined;
  return `${count} sample ${count === "1" ? "product" : "products"} removed`;
}

/** On the button, wherever the shop offers it. */
export const beginEmptyLabel = "Begin with an empty catalogue";

/** Said when it is too late. */
export const wasOrdered =
  "The catalogue can be emptied until the first order, and there is one by now. Hide what you do not sell under Products.";
