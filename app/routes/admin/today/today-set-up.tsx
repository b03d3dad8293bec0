import { ChevronDown } from "lucide";
import { Link } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { Icon } from "#app/components/icon.tsx";
import type { SetUpStep } from "#app/features/today/today.ts";
import { OpeningButtons } from "../opening-catalogue.tsx";

interface SetUpProps {
  steps: SetUpStep[];
  /** True to unfold the list initially, while the shop has nothing else to show. */
  isOpen: boolean;
}

/** What a new shop still lacks, folded to the next step; renders nothing once it is complete. */
export function SetUp({ steps, isOpen }: SetUpProps) {
  const done = steps.filter(({ missing }) => missing.length === 0).length;
  const next = steps.find(({ missing }) => missing.length > 0);
  if (!next) return null;
  return (
    <details open={isOpen} className="group mt-8 border border-ink">
      <summary className="flex min-h-13 cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 hover:bg-paper-deep/50 [&::-webkit-details-marker]:hidden">
        <h2 id="set-up" className="text-title">
          Set up your shop
        </h2>
        <span className="text-ink-soft">
          {done} of {steps.length} steps {done === 1 ? "is" : "are"} done
          <span className="group-open:hidden">. Next: {next.title}</span>
        </span>
        <Icon of={ChevronDown} className="ml-auto size-5 group-open:rotate-180" />
      </summary>
      <section aria-labelledby="set-up" className="px-5 pb-5">
        <p className="text-ink-soft">The list goes away with the last step.</p>
        <ol className="mt-4">
          {steps.map(({ title, to, also = [], missing, openingActions }) => (
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
                {openingActions && (
                  <OpeningButtons action="/admin?index" actions={openingActions} />
                )}
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
    </details>
  );
}
