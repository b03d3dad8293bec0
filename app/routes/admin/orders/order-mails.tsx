import { Link } from "react-router";
import { Notice } from "#app/components/page/notice.tsx";
import type { UnsentMail } from "#app/domain/mail/mails-of-order.server.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { countOf } from "#app/lib/in-words.ts";
import { useFrameFacts } from "../use-frame-facts.ts";

interface OrderMailsProps {
  /** Null when they could not be loaded. */
  mails: readonly UnsentMail[] | null;
  /** The invoice or delivery note is mailed once the order leaves. */
  waitsToLeave: boolean;
}

/** Warns that the client hasn't been told yet; renders nothing once every email has left. */
export function OrderMails({ mails, waitsToLeave }: OrderMailsProps) {
  const isOwner = useFrameFacts()?.staffRole === "owner";
  const failed = mails?.filter(({ isFailed }) => isFailed) ?? [];
  const waiting = mails?.filter(({ isFailed }) => !isFailed) ?? [];
  return (
    <>
      {failed.length > 0 && (
        <Notice
          tone="error"
          title={`${countOf(failed.length, "email")} to the client could not be sent`}
          className="mt-6 max-w-2xl print:hidden"
        >
          <MailList mails={failed} />
          {isOwner ? (
            <Link to="/admin/mails" className="link inline-flex min-h-11 items-center">
              Send it again, or to another address
            </Link>
          ) : (
            <p>Tell them by phone. The owner can send it again.</p>
          )}
        </Notice>
      )}
      {(waiting.length > 0 || waitsToLeave) && (
        <Notice
          title={
            waiting.length > 0
              ? `${countOf(waiting.length, "email")} to the client ${waiting.length === 1 ? "has" : "have"} not left yet`
              : "The client gets the document by email once the order leaves"
          }
          className="mt-6 max-w-2xl print:hidden"
        >
          <MailList mails={waiting} />
          {waiting.length > 0 && waitsToLeave && (
            <p>The client gets the document by email once the order leaves.</p>
          )}
        </Notice>
      )}
    </>
  );
}

function MailList({ mails }: { mails: readonly UnsentMail[] }) {
  return (
    <ul className="empty:hidden">
      {mails.map(({ id, ...mail }) => (
        <li key={id} className="wrap-anywhere">
          {stateInWords(mail)}
        </li>
      ))}
    </ul>
  );
}

function stateInWords({ subject, to, createdAt, sendAfter, lastError }: Omit<UnsentMail, "id">) {
  const when = sendAfter
    ? `it leaves at ${formatDateTime(sendAfter)}`
    : `since ${formatDateTime(createdAt)}`;
  return `“${subject}” to ${to}, ${when}.${lastError ? ` Last answer: ${lastError}` : ""}`;
}
