import { staffMay } from "#app/domain/access/capability.ts";
import type { Receiver } from "#app/domain/receiving/suppliers.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { Refusal } from "#app/lib/refusal.ts";

/** Returns staff who receive or keep the books, of whom the page's guard has let one in. */
export function receiverWith(context: Parameters<typeof staffWith>[0]): Receiver {
  const staff = staffWith(context);
  if (staffMay(staff, "pack") || staffMay(staff, "money")) return staff;
  throw new Refusal("forbidden", "Your role does not receive.");
}
