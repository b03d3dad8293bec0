import { redirect } from "react-router";

/** Any other address below /admin (specification, section 2); its layout has let the caller in. */
export function loader() {
  return redirect("/admin");
}
