import type { ReactNode } from "react";
import { PageHeader } from "#app/components/page/page-header.tsx";

/** A page with one short form, at text width. */
export function AccountPage(props: { title: string; lede?: string; children: ReactNode }) {
  return (
    <div className="page-width pb-8">
      <PageHeader title={props.title} lede={props.lede} />
      <div className="mt-10 max-w-xl">{props.children}</div>
    </div>
  );
}
