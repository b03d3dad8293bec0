import { redirect } from "react-router";
import { unknownPage } from "../signed-in-page.tsx";
import type { Route } from "./+types/not-found.ts";

/** Redirects unknown paths below /admin to a page that names them. The guard has already run. */
export function loader({ url }: Route.LoaderArgs) {
  return redirect(`/admin?${new URLSearchParams({ [unknownPage]: url.pathname })}`);
}
