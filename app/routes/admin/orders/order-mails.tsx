import { Link } from "react-router";
import { Notice } from "#app/components/page/notice.tsx";
import type { UnsentMail } from "#app/domain/mail/mails-of-order.server.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { countOf } from "#app/lib/in-words.ts";
import { useFrameFacts } from "../use-frame-facts.ts";

interface OrderMailsProps {
  /** Null when they could not be loaded. */
  mails: readonly UnsentMail[] | null;
  /** The invoice or delivery note that the client gets once the order leaves. */
  document: { isMailed: boolean } | null;
}

/** Warns of emails to the client that failed or haven't left; renders nothing if there are none. */
export function OrderMails({ mails, document }: OrderMailsProps) {
  const isOwner = useFrameFacts()?.staffRole === "owner";
  const ifMailed = useIfMailed();
  if (!mails) {
    return (
      <Notice
        title="Whether emails to the client have left could not be looked up"
        className="mt-6 max-w-2xl print:hidden"
      />
    );
  }
  const failed = mails.filter(({ isFailed }) => isFailed);
  const waiting = mails.filter(({ isFailed }) => !isFailed);
  const promised =
    document &&
    (document.isMailed
      ? ifMailed("The client gets the document by email once the order leaves")
      : "We can’t email this client: give them the paper");
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
      {(waiting.length > 0 || promised) && (
        <Notice
          title={
            waiting.length > 0
              ? `${countOf(waiting.length, "email")} to the client ${waiting.length === 1 ? "has" : "have"} not left yet`
              : promised
          }
          className="mt-6 max-w-2xl print:hidden"
        >
          <MailList mails={waiting} />
          {waiting.length > 0 && promised && <p>{promised}.</p>}
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
