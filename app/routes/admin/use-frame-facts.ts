import { useRouteLoaderData } from "react-router";
import type { loader } from "./layout.tsx";

/** Data shared by all back office pages: the user, and pending work. */
export function useFrameFacts() {
  return useRouteLoaderData<typeof loader>("routes/admin/layout");
}
