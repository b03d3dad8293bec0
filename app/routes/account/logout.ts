import { redirect } from "react-router";
import { requestContext } from "#app/context.server.ts";
import type { Route } from "./+types/logout.ts";

/** Ends the session, if any, and redirects to /. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = context.get(requestContext);
  const { headers } = await auth.api.signOut({ headers: request.headers, returnHeaders: true });
  return redirect("/", { headers });
}

/** A GET must not sign anyone out. */
export function loader() {
  return redirect("/");
}
