import { useMemo } from "react";
import { useLocation, useSubmit } from "react-router";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";

const parameter = "done";
const parameters = [parameter];

const words = {
  handled: { title: "Marked as handled" },
  reopened: { title: "Reopened", description: "It is back in the inbox." },
  released: { title: "Moved to the inbox", description: "You will find it under Open." },
  replied: {
    title: "Reply noted",
    description: "What you write is kept in your own mail program.",
  },
  invited: {
    title: "Invitation sent",
    description: "Its link opens the form for a new account, filled in from the inquiry.",
  },
};

export type InboxAction = keyof typeof words;

export const isAction = (text: unknown): text is InboxAction =>
  typeof text === "string" && Object.hasOwn(words, text);

/** Returns the redirect target after an action; the page there confirms it once. */
export function donePath(page: string, intent: InboxAction): string {
  return `${page}?${parameter}=${intent}`;
}

export const undoneBy: Partial<Record<InboxAction, InboxAction>> = {
  handled: "reopened",
  reopened: "handled",
};

/** Confirms an action once, with a way to undo it. */
export function InboxDone() {
  const { pathname, search } = useLocation();
  const submit = useSubmit();
  const wanted = new URLSearchParams(search).get(parameter);
  const intent = isAction(wanted) ? wanted : null;
  const undo = intent && undoneBy[intent];
  const action = useMemo(
    () =>
      undo && {
        label: "Undo",
        run: () => void submit({ intent: undo }, { method: "post", action: pathname }),
      },
    [undo, pathname, submit],
  );
  if (!intent) return null;
  return (
    <FlashMessage
      {...words[intent]}
      parameters={parameters}
      action={action || undefined}
      className="mt-6"
    />
  );
}
