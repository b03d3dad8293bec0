import type { ReactNode } from "react";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";

/** A page with one short form, at text width. */
export function AccountPage(props: { title: string; lede?: string; children: ReactNode }) {
  return (
    <div className="page-width pb-8">
      <PageHeader size="page" title={props.title} lede={props.lede} />
      <div className="mt-10 max-w-xl">{props.children}</div>
    </div>
  );
}

/** Shown for an emailed link that is expired, used or mistyped; `to` is where to get a new one. */
export function SpentLink({ to, label }: { to: string; label: string }) {
  return (
    <Notice
      tone="error"
      title="This link no longer works"
      action={<ButtonLink to={to}>{label}</ButtonLink>}
    >
      It has expired, or it has been used. If you copied it, part of it may be missing.
    </Notice>
  );
}
