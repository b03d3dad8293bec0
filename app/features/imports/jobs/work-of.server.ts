import type { ImportKind } from "#db/schema/values/imports.ts";
import { balancesWork } from "../judging/balances.server.ts";
import { clientsWork } from "../judging/clients.server.ts";
import { pricesWork } from "../judging/prices.server.ts";
import { productsWork } from "../judging/products.server.ts";
import { sitesWork } from "../judging/sites.server.ts";
import type { KindWork } from "../judging/verdict.server.ts";

/** How the rows of each kind are compared, stored and taken back. */
export const workOf: Record<ImportKind, KindWork> = {
  products: productsWork,
  prices: pricesWork,
  clients: clientsWork,
  sites: sitesWork,
  balances: balancesWork,
};
