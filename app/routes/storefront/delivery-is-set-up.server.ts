import type { RequestContext } from "#app/context.server.ts";
import { isSetUp } from "#app/domain/delivery/rules.ts";
import { orNull } from "#app/lib/or-null.ts";

/**
 * Returns whether delivery days are set up, so that pages ask for a postal code. False while the
 * database is down; pages are rendered again once it is back.
 */
export async function deliveryIsSetUp({ deliveryRules, log }: RequestContext): Promise<boolean> {
  const rules = await orNull(deliveryRules.get(), log, "read the delivery rules");
  return rules !== null && isSetUp(rules);
}
