import { useRouteLoaderData } from "react-router";
import type { loader } from "./layout.tsx";

/** Whether pictures are the caller's to change, in the back office. */
export function useIsImageEditor(): boolean {
  const frame = useRouteLoaderData<typeof loader>("routes/admin/layout");
  return frame?.isImageEditor === true;
}
