import { requestContext } from "#app/context.server.ts";
import { addLot, lotsToMoveTo, lotsToOffer } from "#app/domain/lots/lots.server.ts";
import { lotSchema } from "#app/domain/lots/lots.ts";
import { lotsToPack } from "#app/domain/stock/stock-lists.server.ts";
import { requireStaff, staffWith } from "#app/guards/guards.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import type { Route } from "./+types/lots.ts";
import { otherMethod } from "./other-method.ts";

export const middleware: Route.MiddlewareFunction[] = [requireStaff("pack")];

/**
 * `GET /api/lots?q=`: lots whose code or supplier contains the text, first to expire first. With
 * `&of=`, a product's id, its lots come first, beginning with those in stock; empty ones match only
 * by a text, and lots of other meat by their whole code. With `&product=&except=`, ids that may be
 * empty: the lots that packages of the product can be moved to.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const search = (url.searchParams.get("q") ?? "").slice(0, 100);
  const staff = staffWith(context, "pack");
  const { product: productId, except } = Object.fromEntries(url.searchParams);
  const of = url.searchParams.get("of") ?? "";
  const asked =
    productId === undefined
      ? lotsToPack(db, staff, { productId: of, search }).then(({ there, emptied }) =>
          lotsToOffer(db, staff, {
            search,
            productId: of,
            first: there.map(({ id }) => id),
            emptied,
          }),
        )
      : lotsToMoveTo(db, staff, { search, productId, except: except ?? "" });
  const lots = await orNull(asked, log, "list lots");
  return lots
    ? Response.json({ lots })
    : Response.json({ message: "The lots could not be loaded." }, { status: 503 });
}

/** `POST /api/lots` with a lot as JSON: 200 with it, new or existing; 400 with errors by field. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return otherMethod("Lots are added by POST", "GET, POST");
  const { db, log } = context.get(requestContext);
  const sent = lotSchema.safeParse(await request.json().catch(() => null));
  if (!sent.success) {
    const [issue] = sent.error.issues;
    // Other messages are the schema's own, about types.
    const isOurs = issue?.message.startsWith("Please ");
    const message = isOurs ? issue?.message : "Please enter the lot's code and supplier";
    return Response.json({ message, field: issue?.path.join(".") }, { status: 400 });
  }
  const lot = await orNull(addLot(db, staffWith(context, "pack"), sent.data), log, "add a lot");
  return lot
    ? Response.json({ lot })
    : Response.json({ message: "The lot could not be stored. Try again." }, { status: 503 });
}
