import { useRouteLoaderData } from "react-router";
import { type Permission, roleMay } from "#app/domain/access/staff-roles.ts";
import type { loader } from "./layout.tsx";

/** Data shared by all back office pages: the user, and pending work. */
export function useFrameFacts() {
  return useRouteLoaderData<typeof loader>("routes/admin/layout");
}

/** Returns whether the user has a permission, so that pages offer only what they may do. */
export function useMay(): (permission: Permission) => boolean {
  const role = useFrameFacts()?.staffRole;
  return (permission) => role !== undefined && roleMay(role, permission);
}
