import { redirect } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { nextParameter, safeNext } from "#app/domain/accounts/session/landing.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import type { Route } from "./+types/logout.ts";

/**
 * Ends the session and redirects to /, or to the sign-in page with the form's `next`, such as the
 * order that somebody else goes on packing.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { auth } = context.get(requestContext);
  const fields = await formFields(request);
  const { headers } = await auth.api.signOut({ headers: request.headers, returnHeaders: true });
  const next = safeNext(fields.next);
  return redirect(next ? `/login?${new URLSearchParams({ [nextParameter]: next })}` : "/", {
    headers,
  });
}

/** A GET must not sign anyone out. */
export function loader() {
  return redirect("/");
}
