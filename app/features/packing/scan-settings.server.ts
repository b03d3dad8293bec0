import { z } from "zod";
import type { Admin } from "#app/features/auth/capability.ts";
import type { Database } from "#db/database.ts";
import { shopSettings } from "#db/schema/system.ts";
import { defaultScanRules, type ScanRule } from "./scan/scan-rules.ts";

const digits = { from: z.number().int().min(0).max(12), length: z.number().int().min(1).max(7) };

const rule = z.intersection(
  z.object({
    prefix: z.string().regex(/^\d{1,5}$/),
    item: z.object(digits),
    value: z.object({ ...digits, checked: z.boolean().optional() }),
  }),
  z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("weight"),
      decimals: z.number().int().min(0).max(5),
      unit: z.enum(["kg", "lb"]),
    }),
    z.object({ kind: z.literal("price"), decimals: z.literal([0, 1, 2]) }),
  ]),
);

/** How the shop reads in-store codes: its own rules, or the presets. For administrators. */
export async function scanRules(db: Database, _admin: Admin): Promise<readonly ScanRule[]> {
  const [settings] = await db.select({ rules: shopSettings.scanRules }).from(shopSettings);
  const own = z.array(rule).min(1).max(20).safeParse(settings?.rules);
  return own.success ? (own.data as ScanRule[]) : defaultScanRules;
}
