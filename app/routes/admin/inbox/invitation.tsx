import { Moment } from "#app/components/moment.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import type { InboxInquiry } from "#app/features/inquiries/inbox/inbox.ts";
import { LinksWarning } from "../links-warning.tsx";
import { ActionButton } from "./inbox-entry.tsx";

/** Invites an inquiry's sender by email to open an account, with a prefilled sign-up form. */
export function Invitation({ company, invitedAt, hasAccount }: InboxInquiry) {
  return (
    <section className="border-t border-ink pt-4">
      <h2 className="text-title">Account</h2>
      {invitedAt && (
        <p className="mt-2 text-[0.9375rem]">
          Invitation sent: <Moment at={invitedAt} time />
        </p>
      )}
      {hasAccount ? (
        <p className="mt-2 text-[0.9375rem]">
          This address already has an account.{" "}
          <TextLink to={`/admin/clients?${new URLSearchParams({ q: company })}`}>
            Find the client
          </TextLink>
        </p>
      ) : (
        <>
          <p className="mt-2 mb-4 text-[0.9375rem] text-ink-soft">
            {invitedAt
              ? "Nobody has opened an account with this address yet."
              : "Sends an email with a link to the form for a new account, filled in from this inquiry, and marks the inquiry as handled."}
          </p>
          <LinksWarning className="mb-4" />
          <ActionButton intent="invited" fields={{ invitedAt: invitedAt?.toISOString() ?? "" }}>
            {invitedAt ? "Invite again" : "Invite to create an account"}
          </ActionButton>
        </>
      )}
    </section>
  );
}
