import type { ReactNode } from "react";
import { Link } from "react-router";

interface OverviewSectionProps {
  title: string;
  more?: { label: string; to: string };
  children: ReactNode;
}

export function OverviewSection({ title, more, children }: OverviewSectionProps) {
  return (
    <section>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-title">{title}</h2>
        {more && (
          <Link to={more.to} prefetch="intent" className="link text-[0.9375rem]">
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

/** Replaces an empty list or chart; may be used several times on a page. */
export function NothingYet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-y border-t-ink border-b-rule py-5">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-ink-soft">{children}</p>
    </div>
  );
}
