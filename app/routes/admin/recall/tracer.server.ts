import type { RouterContextProvider } from "react-router";
import { staffMay } from "#app/domain/access/capability.ts";
import type { Tracer } from "#app/domain/lots/lot-trace.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";

/**
 * Returns the member of staff whom a guard of `["pack", "sell"]` has let in.
 *
 * @throws Error if they have neither permission
 */
export function tracerOf(context: Readonly<RouterContextProvider>): Tracer {
  const staff = staffWith(context);
  if (staffMay(staff, "pack") || staffMay(staff, "sell")) return staff;
  throw new Error(`The guard let in a ${staff.staffRole} who may neither pack nor sell`);
}
