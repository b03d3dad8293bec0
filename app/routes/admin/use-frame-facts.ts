import { useRouteLoaderData } from "react-router";
import { type Permission, roleMay } from "#app/domain/access/staff-roles.ts";
import type { loader } from "./layout.tsx";

/** Data shared by all back office pages: the user, and pending work. */
export function useFrameFacts() {
  return useRouteLoaderData<typeof loader>("routes/admin/layout");
}

/** Whether the user holds a permission: what they may not open or do is not offered to them. */
export function useMay(): (permission: Permission) => boolean {
  const role = useFrameFacts()?.staffRole;
  return (permission) => role !== undefined && roleMay(role, permission);
}
