import { redirect } from "react-router";
import type { Route } from "./+types/not-found.ts";
import { unknownPage } from "./unknown-page.tsx";

/**
 * Redirects unknown paths below /admin (specification, section 2), with the path for the page to name.
 * The layout's guard has already run.
 */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(`/admin?${new URLSearchParams({ [unknownPage]: url.pathname })}`);
}
