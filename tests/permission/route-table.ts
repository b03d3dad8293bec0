import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

export interface ListedRoute {
  /** With a value for every parameter, e.g. `/dashboard/orders/nothing-here`. */
  path: string;
  /** As in the table, e.g. `/dashboard/orders/:id`. */
  pattern: string;
  /** The build's id, e.g. `routes/dashboard/orders/orders`. */
  id: string;
  /** From `app/`, e.g. `routes/dashboard/orders/orders.tsx`. */
  file: string;
}

/** Interfaces only for staff. A missing one is tested as a client's, and fails. */
export const staffInterfaces =
  /^routes\/api\/(image|import|packing|counter|lots|bank|orders-for|product-names-for|passkeys|office)/;

/** Returns every address of the built shop's table; a layout's children stand for it. */
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
