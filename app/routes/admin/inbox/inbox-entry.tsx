import type { ReactNode } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { Badge } from "#app/components/badge.tsx";
import { Button, buttonClass } from "#app/components/button.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import type { HistoryEntry } from "#app/features/history/history.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import {
  type InboxBox,
  type InboxEntry,
  type InboxShow,
  inboxAddress,
  spamDays,
} from "#app/features/inquiries/inbox/inbox.ts";
import type { InboxAnswer } from "./inbox-answer.ts";
import { type InboxAction, InboxDone, isAction, undoneBy } from "./inbox-done.tsx";
import { mailTo } from "./inbox-facts.tsx";

interface InboxEntryPageProps {
  box: InboxBox;
  entry: Pick<InboxEntry, "email" | "createdAt" | "handledAt" | "robotSign">;
  title: string;
  subject: string;
  facts: { label: string; value: ReactNode }[];
  /** The text, with its line breaks; not rendered if empty. */
  text: { label: string; value: string };
  /** Null if it couldn't be loaded. */
  history: HistoryEntry[] | null;
  answer: InboxAnswer | undefined;
  children?: ReactNode;
}

export function InboxEntryPage(props: InboxEntryPageProps) {
  const { box, title, subject, facts, text, history, answer, children } = props;
  const entry = useShownEntry(props.entry);
  return (
    <>
      <PageHeader
        before={<BackLink to={inboxAddress(box, partOf(entry))}>Inbox</BackLink>}
        title={<span className="wrap-anywhere">{title}</span>}
        actions={
          {
            handled: <Badge tone="fulfilled">Handled</Badge>,
            open: <Badge tone="pending">Open</Badge>,
            robots: <Badge>Suspected spam</Badge>,
          }[partOf(entry)]
        }
      />
      <InboxDone />
      {partOf(entry) === "robots" && entry.robotSign && (
        <Notice title={reasons[entry.robotSign]} className="mt-6">
          It is deleted after {spamDays} days unless you move it to the inbox.
        </Notice>
      )}
      {answer && <Notice tone="error" title={answer.message} className="mt-6" />}
      <div className="mt-8 grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <dl className="border-t border-ink">
            {facts.map(({ label, value }) => (
              <div
                key={label}
                className="gap-x-6 items-baseline border-b border-rule py-3 sm:grid sm:grid-cols-[10rem_minmax(0,1fr)]"
              >
                <dt className="text-sm text-ink-soft sm:text-[0.9375rem]">{label}</dt>
                <dd className="wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          {text.value && (
            <section className="mt-8">
              <h2 className="text-title">{text.label}</h2>
              <p className="mt-3 max-w-prose wrap-anywhere whitespace-pre-line">{text.value}</p>
            </section>
          )}
          <div className="mt-8 flex flex-wrap gap-3">
            <ReplyLink to={mailTo(entry.email, subject)} />
            {partOf(entry) === "robots" && (
              <ActionButton intent="released">Move to inbox</ActionButton>
            )}
            {entry.handledAt ? (
              <ActionButton intent="reopened">Reopen</ActionButton>
            ) : (
              <ActionButton intent="handled">Mark as handled</ActionButton>
            )}
          </div>
        </div>
        <div className="min-w-0 space-y-12">
          {children}
          <HistoryList
            entries={history}
            begin={{
              at: entry.createdAt,
              text: box === "messages" ? "Message sent" : "Inquiry sent",
            }}
          />
        </div>
      </div>
    </>
  );
}

/** Opens the mail program, and notes in the history that somebody replied. */
function ReplyLink({ to }: { to: string }) {
  const submit = useSubmit();
  return (
    <a
      href={to}
      className={buttonClass()}
      onClick={() => void submit({ intent: "replied" }, { method: "post", navigate: false })}
    >
      Reply by email
    </a>
  );
}

/** Returns the entry as if the pending action had succeeded. */
function useShownEntry(entry: InboxEntryPageProps["entry"]): InboxEntryPageProps["entry"] {
  const intent = useNavigation().formData?.get("intent");
  if (intent === "handled") return { ...entry, handledAt: entry.handledAt ?? new Date() };
  if (intent === "reopened") return { ...entry, handledAt: null, robotSign: null };
  return intent === "released" ? { ...entry, robotSign: null } : entry;
}

interface ActionButtonProps {
  intent: InboxAction;
  fields?: Record<string, string>;
  children: ReactNode;
}

/** A button that submits an action on the page's entry. */
export function ActionButton({ intent, fields = {}, children }: ActionButtonProps) {
  const { formMethod, formData } = useNavigation();
  const isUnderWay = formMethod === "POST";
  const sent = formData?.get("intent");
  // The button that replaces it with the focus is pending in its place.
  const isOwn = sent === intent || (isAction(sent) && undoneBy[sent] === intent);
  return (
    <Form method="post" replace preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        type="submit"
        variant="secondary"
        pending={isUnderWay && isOwn}
        disabled={isUnderWay && !isOwn}
      >
        {children}
      </Button>
    </Form>
  );
}

function partOf({ handledAt, robotSign }: InboxEntryPageProps["entry"]): InboxShow {
  if (handledAt) return "handled";
  return robotSign ? "robots" : "open";
}

const reasons = {
  trap: "It was sent with a hidden field filled in",
  haste: "It was sent within 2 seconds of opening the form",
};
