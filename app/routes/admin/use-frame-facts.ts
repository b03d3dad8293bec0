import { useRouteLoaderData } from "react-router";
import type { loader } from "./layout.tsx";

/** What the back office's frame knows for all its pages: who works here, and what waits. */
export function useFrameFacts() {
  return useRouteLoaderData<typeof loader>("routes/admin/layout");
}
