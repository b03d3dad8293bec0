import type { ReactNode } from "react";
import type { HeadersArgs, MetaDescriptor } from "react-router";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { site } from "#app/content/site.ts";

/** What pages behind an order's link say to browsers: nothing of it is found or passed on. */
export function ownOrderMeta(title: string): MetaDescriptor[] {
  return [
    { title: `${title} | ${site.name}` },
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
  return (
    <OwnOrderPage title="This link does not work">
      <p className="mt-6 max-w-xl">
        Please open it from our mail again, or call{" "}
        <a href={site.phone.href} className="link whitespace-nowrap">
          {site.phone.display}
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
