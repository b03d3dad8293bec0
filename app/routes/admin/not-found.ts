import { redirect } from "react-router";

/**
 * Redirects unknown paths below /admin (specification, section 2). The layout's guard has already
 * run.
 */
export function loader() {
  return redirect("/admin");
}
