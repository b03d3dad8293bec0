import { redirect } from "react-router";
import { requestContext } from "#app/context.server.ts";
import type { Route } from "./+types/logout.ts";

/** Ends the session and leads to /. Whoever is not signed in is led there too. */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = context.get(requestContext);
  const { headers } = await auth.api.signOut({ headers: request.headers, returnHeaders: true });
  return redirect("/", { headers });
}

/** Following a link must not sign anybody out. */
export function loader() {
  return redirect("/");
}
