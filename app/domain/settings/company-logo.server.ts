import { eq, sql } from "drizzle-orm";
import type { ImageEditor } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { Transaction } from "#db/database.ts";
import { keptValues } from "#db/schema/system.ts";
import { companySettings } from "./company-settings.ts";

/**
 * Removes the company's logo if `isIt` is true for its URL: the name is shown instead, also on
 * papers; issued documents keep the logo.
 */
export async function takeOffLogo(
  tx: Transaction,
  imageEditor: ImageEditor,
  isIt: (logo: string) => boolean,
): Promise<void> {
  const { key } = companySettings;
  const logo = sql<string | null>`${keptValues.value} ->> 'logo'`;
  const [company] = await tx
    .select({ logo })
    .from(keptValues)
    .where(eq(keptValues.key, key))
    .for("update");
  if (!company?.logo || !isIt(company.logo)) return;
  const none = sql`${keptValues.value} || '{"logo": null, "paperLogo": null}'`;
  await tx
    .update(keptValues)
    .set({ value: none, version: sql`${keptValues.version} + 1`, updatedAt: sql`now()` })
    .where(eq(keptValues.key, key));
  await recordAudit(tx, imageEditor, {
    entity: "setting",
    entityId: key,
    action: "edited",
    before: { logo: company.logo },
    after: { logo: null },
  });
}
