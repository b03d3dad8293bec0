import type { ReactNode } from "react";
import type { HeadersArgs, MetaDescriptor } from "react-router";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { PhoneLink } from "#app/components/page/text-link.tsx";
import { companyOf, type MetaPlace, useCompany } from "#app/domain/settings/use-company.ts";

// Pages whose URL is the credential: a guest's order, a client's invoice.

/** Metadata that keeps such a page out of search engines and referrers. */
export function linkedMeta(args: MetaPlace, title: string): MetaDescriptor[] {
  return [
    { title: `${title} | ${companyOf(args).name}` },
    { name: "robots", content: "noindex, nofollow" },
    { name: "referrer", content: "no-referrer" },
  ];
}

/** Keeps the loader's and the action's headers, also if either fails. */
export function linkedHeaders({ loaderHeaders, actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) headers.set(name, value);
  headers.set("Cache-Control", "private, no-store");
  headers.set("X-Robots-Tag", "noindex, nofollow");
  headers.set("Referrer-Policy", "no-referrer");
  return headers;
}

interface LinkedPageProps {
  title: string;
  before?: ReactNode;
  /** Limits the width to that of text. */
  isNarrow?: boolean;
  children: ReactNode;
}

export function LinkedPage({ title, before, isNarrow, children }: LinkedPageProps) {
  return (
    <div className="page-width pb-20">
      <PageHeader size="page" title={title} before={before} />
      {isNarrow ? <div className="mt-8 max-w-2xl">{children}</div> : children}
    </div>
  );
}

/** Shown alike for every link that doesn't work. */
export function NoSuchLink() {
  const company = useCompany();
  return (
    <LinkedPage title="This link does not work">
      <p className="mt-6 max-w-xl">
        Please open it from our mail again, or call <PhoneLink phone={company.phone} />.
      </p>
    </LinkedPage>
  );
}

export function PayFacts({ rows }: { rows: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="border-t border-ink">
      {rows.map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5"
        >
          <dt className="text-ink-soft">{label}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
