import { Link } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Unconfirmed } from "./unconfirmed.tsx";

const steps = [
  {
    title: "Choose your cuts",
    text: "Everything we sell, by the pound. What you pick is saved until you send it.",
  },
  {
    title: "Send the order",
    text: "You can follow it under Orders, and we email you about it once your address is confirmed.",
  },
  {
    title: "Keep the invoice",
    text: "You can download it as soon as the order is packed.",
  },
];

/**
 * The dashboard of a client who hasn't ordered yet.
 *
 * @param props.unconfirmed their address, while it is not confirmed
 */
export function FirstSteps({ unconfirmed }: { unconfirmed: string | null }) {
  return (
    <>
      <PageHeader
        size="compact"
        title="Your first order"
        lede="Nothing has been ordered from this account yet. Here is how it works:"
        actions={<ButtonLink to="/dashboard/place-order">Place your first order</ButtonLink>}
      />
      {unconfirmed && <Unconfirmed email={unconfirmed} className="mt-8" />}
      <ol className="mt-10 grid gap-x-10 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-t border-ink py-5 max-md:border-rule">
            <span aria-hidden="true" className="font-display text-heading text-oxblood">
              {index + 1}
            </span>
            <h2 className="mt-3 text-title">{title}</h2>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-6">
        <Link to="/dashboard/account" className="link inline-flex min-h-11 items-center">
          Check your account details
        </Link>
      </p>
    </>
  );
}
