import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

export interface ListedRoute {
  /** With a value in every place of a parameter, e.g. `/dashboard/orders/nothing-here`. */
  path: string;
  /** As it stands in the table, e.g. `/dashboard/orders/:id`. */
  pattern: string;
  /** As the build names it, e.g. `routes/dashboard/orders/orders`. */
  id: string;
  /** From `app/`, e.g. `routes/dashboard/orders/orders.tsx`. */
  file: string;
}

/**
 * Interfaces for staff alone. A new one that is not here is tried as one for clients, who are refused
 * there: so it has to be added, and is swept with every role.
 */
export const staffInterfaces =
  /^routes\/api\/(image|import|packing|counter|lots|bank|orders-for|product-names-for|passkeys|office)/;

/** Every address of the built shop's table; a layout without one of its own only for its children. */
export async function listedRoutes(): Promise<ListedRoute[]> {
  return (await routes).flatMap((entry) => listed(entry, ""));
}

function listed({ id, path, file, index, children = [] }: RouteConfigEntry, parent: string) {
  const address = path ? `${parent}/${path}` : parent;
  const below: ListedRoute[] = children.flatMap((child) => listed(child, address));
  const filled = address.replace(/:\w+\??|\*/g, "nothing-here") || "/";
  const own = {
    path: filled,
    pattern: address || "/",
    id: id ?? file.replace(/\.tsx?$/, ""),
    file,
  };
  const isAddress = index || (path !== undefined && !children.some((child) => child.index));
  return isAddress ? [own, ...below] : below;
}
