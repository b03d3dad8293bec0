import { redirect } from "react-router";
import { unknownPage } from "../signed-in-page.tsx";
import type { Route } from "./+types/not-found.ts";

/** Redirects unknown paths below /admin, with the path. The layout's guard has already run. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(`/admin?${new URLSearchParams({ [unknownPage]: url.pathname })}`);
}
