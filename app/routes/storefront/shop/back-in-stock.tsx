import { data } from "react-router";
import { answeredField, EmailField } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { productPath } from "#app/domain/catalogue/category.ts";
import { joinStockWaitlist } from "#app/domain/stock/back-in-stock.server.ts";
import { backInStockPath } from "#app/domain/stock/back-in-stock.ts";
import { backInStockForm } from "#app/features/inquiries/forms/form-schemas.ts";
import { PublicForm } from "#app/features/inquiries/forms/public-form.tsx";
import { sendPublicForm } from "#app/features/inquiries/forms/send-form.ts";
import { midSentence } from "#app/lib/in-words.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { unlistedMeta } from "../frame/page-meta.ts";
import { receiveForm } from "../receive-form.server.ts";
import type { Route } from "./+types/back-in-stock.ts";
import { ProductNotFound } from "./product-not-found.tsx";

const title = "Tell me when it is back";

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, title, "Leave your email address, and we’ll tell you when it’s back.");

/** Keeps the action's `Retry-After`. */
export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has("Retry-After") ? actionHeaders : loaderHeaders;

export async function loader({ params, context }: Route.LoaderArgs) {
  const { catalog, shownStocks, log } = context.get(requestContext);
  const product = await orNull(catalog.product(params.product), log, "product");
  if (product === undefined) return data({ product: undefined }, { status: 404 });
  if (product === null) return data({ product: null }, statusOf(product));
  const { name, slug, category, id } = product;
  return data({ product: { name, slug, category, said: shownStocks.of(id)?.words ?? null } });
}

export function action({ request, context, params }: Route.ActionArgs) {
  return receiveForm(context.get(requestContext), request, {
    name: "backInStock",
    page: backInStockPath(params.product),
    schema: backInStockForm,
    receive: joinStockWaitlist,
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => sendPublicForm("backInStock", sent);

export default function BackInStock({ loaderData: { product }, actionData }: Route.ComponentProps) {
  if (product === undefined) return <ProductNotFound category={undefined} />;
  if (product === null) {
    return (
      <div className="page-width pt-10">
        <h1 className="mb-6 text-heading">{title}</h1>
        <LoadFailure message="Error loading this product. Please try again later." />
      </div>
    );
  }
  const { name, slug, category, said } = product;
  const { values, errors } = actionData ?? {};
  return (
    <div className="page-width">
      <PageHeader
        size="page"
        before={<BackLink to={productPath(category, slug)}>Back to {name}</BackLink>}
        title={title}
        lede={said ? `${name}: ${midSentence(said)}.` : `${name} can be ordered.`}
      />
      <div className="grid-page mt-8">
        <div className="col-span-12 lg:col-span-7">
          <p id="tell" className="mb-8 max-w-xl text-ink-soft">
            We’ll email you once, when {name} can be ordered again, and use your address for nothing
            else.
          </p>
          <PublicForm
            form="backInStock"
            page={backInStockPath(slug)}
            answer={actionData}
            label="Tell me"
            labelledBy="tell"
          >
            <input type="hidden" name="product" value={slug} />
            <EmailField {...answeredField({ values, errors }, "email")} />
          </PublicForm>
        </div>
      </div>
    </div>
  );
}
