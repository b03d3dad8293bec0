import type { RequestContext } from "#app/context.server.ts";
import type { Client } from "#app/domain/access/capability.ts";
import { keepProductNames } from "#app/domain/guides/product-names.server.ts";
import { reviewCounts } from "#app/domain/limits/rate-limits.ts";
import { refuseTooMany } from "#app/domain/limits/rate-rule.ts";
import { readForm } from "#app/lib/form/submitted-form.ts";
import { isRefusal } from "#app/lib/refusal.ts";

/** Stores the names in a form, and answers it. */
export async function keepNames(
  request: Request,
  { db, limits, clientAddress }: Pick<RequestContext, "db" | "limits" | "clientAddress">,
  client: Client,
): Promise<Response> {
  if (request.method !== "POST") return onlyPosted();
  const form = await readForm(request);
  const ids = form.getAll("product").map(String);
  const names = form
    .getAll("name")
    .map((name, at) => ({ name: String(name), productId: ids[at] ?? "" }));
  try {
    await refuseTooMany(limits, reviewCounts(clientAddress, client.userId), "requests");
    await keepProductNames(db, client, names);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return Response.json({ error: error.message }, { status: error.status });
  }
}

/** Answers anything but a POST. */
export function onlyPosted(): Response {
  const error = "Names are kept by POST";
  return Response.json({ error }, { status: 405, headers: { Allow: "POST" } });
}
