import type { ReactNode } from "react";
import { Link } from "react-router";

/** Shortcuts to the most common tasks. */
export function Shortcuts() {
  return (
    <section className="col-span-12 lg:col-span-3 lg:col-start-10">
      <h2 className="text-title">Shortcuts</h2>
      <ul className="mt-4 border-t border-ink">
        <Shortcut to="/dashboard/invoices" label="Invoices">
          Download invoices for fulfilled orders.
        </Shortcut>
        <li className="border-b border-rule py-3.5">
          <a
            href="/dashboard/prices.pdf"
            target="_blank"
            rel="noreferrer"
            className="link font-semibold"
          >
            Price list
          </a>
          <p className="mt-0.5 text-sm text-ink-soft">
            What you pay today, per pound and kilogram (PDF).
          </p>
        </li>
        <Shortcut to="/dashboard/account" label="Account">
          Phone, delivery address, password.
        </Shortcut>
      </ul>
    </section>
  );
}

function Shortcut(props: { to: string; label: string; children: ReactNode }) {
  return (
    <li className="border-b border-rule py-3.5">
      <Link to={props.to} className="link font-semibold">
        {props.label}
      </Link>
      <p className="mt-0.5 text-sm text-ink-soft">{props.children}</p>
    </li>
  );
}
