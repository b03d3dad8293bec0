import { eq, sql } from "drizzle-orm";
import type { ImageEditor } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { Transaction } from "#db/database.ts";
import { keptValues } from "#db/schema/system.ts";
import { companySettings } from "./company-settings.ts";

/**
 * Removes the company's logo if it is this image, so that the name is shown instead, also on
 * papers; issued documents keep it.
 *
 * @param isIt returns whether a logo's URL is the image
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
