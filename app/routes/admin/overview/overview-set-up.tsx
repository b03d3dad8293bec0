import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import type { SetUpStep } from "#app/features/today/today.ts";
import { OpeningButtons } from "../opening-catalogue.tsx";

/** What a new shop still lacks; nothing once it could open. */
export function SetUp({ steps }: { steps: SetUpStep[] }) {
  const done = steps.filter(({ missing }) => missing.length === 0).length;
  if (done === steps.length) return null;
  return (
    <section className="mt-8 border border-ink p-5" aria-labelledby="set-up">
      <h2 id="set-up" className="text-title">
        Set up your shop
      </h2>
      <p className="mt-1 text-ink-soft">
        {done} of {steps.length} steps {done === 1 ? "is" : "are"} done. The list goes away with the
        last one.
      </p>
      <ol className="mt-4">
        {steps.map(({ title, to, also = [], missing, openingDeeds }) => (
          <li
            key={title}
            className="flex items-baseline justify-between gap-x-6 border-t border-rule py-3"
          >
            <div className="min-w-0">
              <Link to={to} className="link font-semibold">
                {title}
              </Link>
              {missing.map((what) => (
                <p key={what} className="text-sm text-ink-soft">
                  {what}.
                </p>
              ))}
              {openingDeeds && <OpeningButtons action="/admin?index" deeds={openingDeeds} />}
              {missing.length > 0 &&
                also.map(({ label, to }) => (
                  <Link key={to} to={to} className="link mr-5 inline-block py-1 text-sm">
                    {label}
                  </Link>
                ))}
            </div>
            <Badge tone={missing.length === 0 ? "fulfilled" : "pending"}>
              {missing.length === 0 ? "Done" : "To do"}
            </Badge>
          </li>
        ))}
      </ol>
    </section>
  );
}
