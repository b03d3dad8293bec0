import { addDevice } from "#app/domain/door/till/tills.server.ts";
import { ownLabelInWords } from "#app/domain/packages/sold-packages.server.ts";
import { saleSchema } from "#app/features/counter/sale.ts";
import { accountAtTill, sell } from "#app/features/counter/sell.server.ts";
import type { TillProduct } from "#app/features/counter/till/till-product.ts";
import {
  findAccountClients,
  productsAtTill,
  productsFor,
  supplyAtTill,
} from "#app/features/counter/till-page.server.ts";
import { requireStaff, staffRequest } from "#app/guards/guards.server.ts";
import { orNull } from "#app/lib/or-null.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Route } from "./+types/counter.ts";

export const middleware: Route.MiddlewareFunction[] = [requireStaff("till")];

/**
 * `POST /api/counter/{till}` with one sale as JSON (features/counter/sale.ts): 200 with its number;
 * 400 if malformed; 409 with a message if refused, with `asks` if it can be resent with `isMeant`,
 * with today's list if a price or tax changed, and with `paid` if its basket was paid before; 503
 * if it failed and may be resent: a sale is idempotent.
 */
export async function action({ request, context, params }: Route.ActionArgs) {
  if (request.method !== "POST") return answer(405, "A till sends by POST.");
  const { db, log, shop, staff } = staffRequest(context, "till");
  const body = await request.json().catch(() => null);
  if (body?.wants === "device") return deviceAnswer(context, params.till);
  const sent = saleSchema.safeParse(body);
  if (!sent.success) return answer(400, "The till sent nonsense. Nothing was sold.");
  try {
    return Response.json({ sale: await sell(db, staff, sent.data, shop) });
  } catch (error) {
    if (isRefusal(error, "more than there")) {
      return Response.json({ message: error.message, asks: true }, { status: 409 });
    }
    if (isRefusal(error, "paid before")) return Response.json(error.answer, { status: 409 });
    if (isRefusal(error)) {
      const { onAccount } = sent.data;
      const isOfList = isRefusal(error, "price", "product gone");
      const today = onAccount
        ? () => productsFor(db, staff, onAccount.customerId)
        : () => productsAtTill(db, staff, params.till);
      const products = isOfList && (await orNull(today(), log, "list a till's prices"));
      return answer(error.status === 400 ? 400 : 409, error.message, products || undefined);
    }
    log.error({ err: error, requestId: sent.data.requestId }, "a counter sale failed");
    return answer(503, "The shop did not answer. This will be sent again.");
  }
}

/** `{"wants":"device"}`: assigns this browser its number at the till. */
async function deviceAnswer(context: Route.ActionArgs["context"], till: string) {
  const { db, log, staff } = staffRequest(context, "till");
  try {
    const device = await addDevice(db, staff, till);
    return device === null ? answer(404, "There is no such till.") : Response.json({ device });
  } catch (error) {
    if (isRefusal(error)) return answer(409, error.message);
    log.error({ err: error }, "counting a till's browser failed");
    return answer(503, "The shop did not answer.");
  }
}

/**
 * `GET /api/counter/{till}?client=` finds clients by name, `?prices=` returns a client's prices,
 * `?account=` with `total=` in cents what would refuse that sale on a client's account, `?product=`
 * what is left of a product and of its lots, and `?package=` what is known about one of our own
 * labels.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "till");
  const asked = (name: string) => url.searchParams.get(name);
  const [client, prices, account] = [asked("client"), asked("prices"), asked("account")];
  const [product, label] = [asked("product"), asked("package")];
  const found = await orNull(
    (async () => {
      if (client) return { clients: await findAccountClients(db, staff, client) };
      if (prices && isUuid(prices)) return { products: await productsFor(db, staff, prices) };
      if (account && isUuid(account)) {
        const total = Number(asked("total"));
        return { message: await accountAtTill(db, staff, account, total) };
      }
      if (product && isUuid(product)) return supplyAtTill(db, staff, product);
      if (label) return { message: await ownLabelInWords(db, staff, label) };
      return { message: "" };
    })(),
    log,
    "look something up for a till",
  );
  return found ? Response.json(found) : answer(503, "The shop did not answer.");
}

function answer(status: number, message: string, products?: TillProduct[]): Response {
  return Response.json({ message, products }, { status });
}
