import { useLocation } from "react-router";
import { SaidOnce } from "#app/components/toast/said-once.tsx";

const parameter = "done";
const parameters = [parameter];

const words = {
  handled: { title: "Marked as handled" },
  reopened: { title: "Reopened", description: "It is back in the inbox." },
  released: { title: "Moved to the inbox", description: "You will find it under Open." },
  invited: {
    title: "Invitation sent",
    description: "Its link opens the form for a new account, filled in from the inquiry.",
  },
};

export type InboxDeed = keyof typeof words;

export const isDeed = (text: string | null | undefined): text is InboxDeed =>
  typeof text === "string" && Object.hasOwn(words, text);

/** Redirect target after a successful action; the page there confirms it once. */
export function donePath(page: string, deed: InboxDeed): string {
  return `${page}?${parameter}=${deed}`;
}

/** Confirms an action once. */
export function InboxDone() {
  const deed = new URLSearchParams(useLocation().search).get(parameter);
  if (!isDeed(deed)) return null;
  return <SaidOnce {...words[deed]} parameters={parameters} className="mt-6" />;
}
