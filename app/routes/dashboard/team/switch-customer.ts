import { data, redirect } from "react-router";
import { requestContext } from "#app/context.server.ts";
import { chooseCustomer } from "#app/domain/accounts/session/chosen-customer.server.ts";
import { safeNext } from "#app/domain/accounts/session/landing.ts";
import { accountOfSession } from "#app/domain/accounts/session/session-account.server.ts";
import { clientContext } from "#app/guards/guards.server.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import type { Route } from "./+types/switch-customer.ts";

/** The route has no page. */
export const loader = () => redirect("/dashboard");

/** Switches the customer that the user acts for, in this browser. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(requestContext);
  const client = context.get(clientContext);
  const { customer: customerId = "", next } = await formFields(request);
  const account = await accountOfSession(services, request.headers);
  const sessionId = account?.session?.id;
  if (!sessionId) throw redirect("/login");
  const isChosen = await chooseCustomer(services.db, client, { sessionId, customerId });
  if (!isChosen) throw data(null, { status: 404 });
  return redirect(safeNext(next) ?? "/dashboard");
}
