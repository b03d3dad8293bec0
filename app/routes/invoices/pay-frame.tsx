import type { ReactNode } from "react";
import type { HeadersArgs, MetaDescriptor } from "react-router";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { companyOf, type MetaPlace, useCompany } from "#app/features/settings/use-company.ts";
import { formatFullDay } from "#app/lib/dates.ts";
import { formatCents } from "#app/lib/money.ts";

/** What the pages that pay an invoice say to browsers: nothing of them is found, kept or passed on. */
export function payMeta(args: MetaPlace, title: string): MetaDescriptor[] {
  return [
    { title: `${title} | ${companyOf(args).name}` },
    { name: "robots", content: "noindex, nofollow" },
    { name: "referrer", content: "no-referrer" },
  ];
}

/** The address is the credential. Keeps what the loader and the action say. */
export function payHeaders({ loaderHeaders, actionHeaders }: HeadersArgs): Headers {
  const headers = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) headers.set(name, value);
  headers.set("Cache-Control", "private, no-store");
  headers.set("X-Robots-Tag", "noindex, nofollow");
  headers.set("Referrer-Policy", "no-referrer");
  return headers;
}

interface PayPageProps {
  title: string;
  before?: ReactNode;
  children: ReactNode;
}

export function PayPage({ title, before, children }: PayPageProps) {
  return (
    <div className="page-width pb-20">
      <PageHeader title={title} before={before} />
      <div className="mt-8 max-w-2xl">{children}</div>
    </div>
  );
}

/** Lines of a name and an amount, or a day. */
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

/** What an invoice comes to, what is open of it, and until when. */
export function invoiceRows(invoice: { totalCents: number; openCents: number; dueOn: string }) {
  const { totalCents, openCents, dueOn } = invoice;
  return [
    { label: "Invoice total", value: formatCents(totalCents) },
    ...(openCents < totalCents
      ? [{ label: "Paid or credited", value: formatCents(totalCents - openCents) }]
      : []),
    { label: "Open", value: formatCents(openCents) },
    ...(openCents > 0 ? [{ label: "Due", value: formatFullDay(dueOn) }] : []),
  ];
}

/** The same for every link that opens no invoice. */
export function NoSuchInvoice() {
  const company = useCompany();
  return (
    <PayPage title="This link does not work">
      <p>
        Please open it from our mail again, or call{" "}
        <a href={company.phone.href} className="link whitespace-nowrap">
          {company.phone.display}
        </a>
        .
      </p>
    </PayPage>
  );
}
