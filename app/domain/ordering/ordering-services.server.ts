import type { Logger } from "pino";
import type { Shop } from "#app/content/company.ts";
import type { DeliveryRulesMemory } from "#app/domain/delivery/delivery-rules.server.ts";
import type { Demand } from "#app/domain/delivery/demand.server.ts";
import type { RateLimits } from "#app/domain/limits/rate-rule.ts";
import type { CardPayments } from "#app/domain/payments/card-payments.server.ts";
import type { Database } from "#db/database.ts";

/** What the forms that place and change orders need. */
export interface OrderingServices {
  db: Database;
  limits: RateLimits;
  shop: Shop;
  /** Cents; 0 for none. */
  minOrderCents: number;
  /** True if accounts must confirm their address before ordering. */
  needsConfirmedEmail: boolean;
  deliveryRules: DeliveryRulesMemory;
  demand: Demand;
  /** Card payments; null without API keys. */
  cardPayments: CardPayments | null;
  /** The client's network address; empty if unknown. */
  clientAddress: string;
  log: Pick<Logger, "error">;
}
