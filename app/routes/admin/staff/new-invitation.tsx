import { LinkToCopy } from "#app/components/form/link-to-copy.tsx";
import { Moment } from "#app/components/moment.tsx";
import { FocusedResult } from "#app/components/page/focused-result.tsx";
import type { InvitationLink, StaffInvitation } from "#app/domain/accounts/staff/staff.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { LinksWarning } from "../links-warning.tsx";

interface NewInvitationProps {
  link: InvitationLink | undefined;
  invitations: StaffInvitation[] | null;
}

/**
 * Shows an invitation's link to the owner who made it, to hand over, as an email may not arrive or
 * a mail server be missing. Disappears once the link no longer works.
 */
export function NewInvitation({ link, invitations }: NewInvitationProps) {
  const ifMailed = useIfMailed();
  if (!link) return null;
  const { id, email, expiresAt, url } = link;
  const isOpen = (one: StaffInvitation) => one.id === id && +one.expiresAt === +expiresAt;
  if (invitations && !invitations.some(isOpen)) return null;
  return (
    <FocusedResult
      result={url}
      className="mt-6 max-w-2xl border border-ink bg-paper-light p-4 wrap-anywhere"
    >
      <p role="status" className="font-semibold">
        {ifMailed(
          `Invitation sent to ${email}`,
          `The invitation of ${email} is ready. This shop can’t send email yet: give them this link yourself.`,
        )}
      </p>
      <p className="mt-1">
        {ifMailed("You can also give them the link yourself.", "")} It works once, until{" "}
        <Moment at={expiresAt} time />, and is shown this once.
      </p>
      <LinksWarning className="mt-2" />
      <LinkToCopy url={url} />
    </FocusedResult>
  );
}
