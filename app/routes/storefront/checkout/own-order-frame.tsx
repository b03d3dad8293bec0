import type { ReactNode } from "react";
import type { HeadersArgs, MetaDescriptor } from "react-router";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { companyOf, type MetaPlace, useCompany } from "#app/features/settings/use-company.ts";

/** What pages behind an order's link say to browsers: nothing of it is found or passed on. */
export function ownOrderMeta(args: MetaPlace, title: string): MetaDescriptor[] {
  return [
    { title: `${title} | ${companyOf(args).name}` },
    { name: "robots", content: "noindex, nofollow" },
    { name: "referrer", content: "no-referrer" },
  ];
}

/** Keeps the loader's or the action's headers, also where either fails. */
export function ownOrderHeaders({ loaderHeaders, actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) headers.set(name, value);
  headers.set("Cache-Control", "private, no-store");
  headers.set("X-Robots-Tag", "noindex, nofollow");
  headers.set("Referrer-Policy", "no-referrer");
  return headers;
}

/** The same for every link that opens nothing. */
export function NoSuchLink() {
  const company = useCompany();
  return (
    <OwnOrderPage title="This link does not work">
      <p className="mt-6 max-w-xl">
        Please open it from our mail again, or call{" "}
        <a href={company.phone.href} className="link whitespace-nowrap">
          {company.phone.display}
        </a>
        .
      </p>
    </OwnOrderPage>
  );
}

export function OwnOrderPage({
  title,
  before,
  children,
}: {
  title: string;
  before?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="page-width pb-20">
      <PageHeader title={title} before={before} />
      {children}
    </div>
  );
}
