import { data, Link, redirect, redirectDocument } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { requestContext } from "#app/context.server.ts";
import { trapField } from "#app/features/inquiries/forms/form-words.ts";
import { answerCheckout, canCheckOut } from "#app/features/orders/checkout/checkout.server.ts";
import type { CheckoutView } from "#app/features/orders/checkout/checkout.ts";
import { readCheckout } from "#app/features/orders/checkout/checkout-form.ts";
import { ContactStep, WhereStep } from "#app/features/orders/checkout/checkout-steps.tsx";
import { ReviewStep } from "#app/features/orders/checkout/review-step.tsx";
import { companyOf, useCompany } from "#app/features/settings/use-company.ts";
import { readForm } from "#app/lib/form/submitted-form.ts";
import type { Route } from "./+types/checkout.ts";
import { BeginCheckout } from "./begin-checkout.tsx";

export const meta: Route.MetaFunction = (args) => [
  { title: `Checkout | ${companyOf(args).name}` },
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "private, no-store");
  return headers;
};

export async function loader({ context }: Route.LoaderArgs) {
  const isOpen = await canCheckOut(context.get(requestContext));
  return data({ isOpen }, { status: isOpen ? 200 : 404 });
}

/** Each screen is a form that is sent here; the last one places the order. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const trap = form.get(trapField);
  const answer = await answerCheckout(
    context.get(requestContext),
    readCheckout(form),
    typeof trap === "string" ? trap : "",
  );
  if ("placed" in answer) {
    const { path, isOther, isUnpaid } = answer.placed;
    // A document of its own, since the provider's script is allowed by that.
    if (isUnpaid) throw redirectDocument(isOther ? `${path}?before` : path);
    throw redirect(`${path}?${isOther ? "before" : "placed"}`);
  }
  return data(answer.view, { status: answer.status, headers: answer.headers });
}

/** Ordering without an account. */
export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page-width pb-20">
      <PageHeader title="Checkout" />
      {loaderData.isOpen ? (
        <div className="mt-8">{actionData ? <Step view={actionData} /> : <BeginCheckout />}</div>
      ) : (
        <NoCheckout />
      )}
    </div>
  );
}

function Step({ view }: { view: CheckoutView }) {
  if (view.step === "review") return <ReviewStep view={view} />;
  return view.step === "contact" ? <ContactStep view={view} /> : <WhereStep view={view} />;
}

function NoCheckout() {
  const company = useCompany();
  return (
    <EmptyState
      title="There is no checkout yet"
      titleAs="h2"
      underHead
      action={
        <Link to="/contact" className={buttonClass()}>
          Contact us
        </Link>
      }
    >
      Your cart is kept. Call us at {company.phone.display} to order.
    </EmptyState>
  );
}
