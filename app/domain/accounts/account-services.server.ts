import type { Logger } from "pino";
import type { Shop } from "#app/content/company.ts";
import type { RateLimits } from "#app/domain/limits/rate-rule.ts";
import type { Database } from "#db/database.ts";
import type { Auth } from "./session/auth.server.ts";

export interface AccountServices {
  db: Database;
  auth: Auth;
  limits: RateLimits;
  shop: Shop;
  /** The address of the administrator named in the settings. */
  adminEmail: string;
  /** The client's network address; empty if unknown. */
  clientAddress: string;
  log: Pick<Logger, "error">;
}
