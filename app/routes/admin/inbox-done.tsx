import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { Notice } from "#app/components/notice.tsx";
import { toast } from "#app/components/toast-store.ts";

const parameter = "done";

const words = {
  handled: { title: "Marked as handled" },
  reopened: { title: "Reopened", description: "It waits in the inbox again." },
  invited: {
    title: "Invitation sent",
    description: "It leads to the form for a new account, filled in with the inquiry.",
  },
};

export type InboxDeed = keyof typeof words;

const isDeed = (text: string | null): text is InboxDeed =>
  text !== null && Object.hasOwn(words, text);

/** Where an action of the inbox leads after it went well; the page there says so, once. */
export function donePath(page: string, deed: InboxDeed): string {
  return `${page}?${parameter}=${deed}`;
}

/** Says, once, what has been done: in a toast, without JavaScript on the page. */
export function InboxDone() {
  const [parameters, setParameters] = useSearchParams();
  const deed = parameters.get(parameter);
  const said = isDeed(deed) ? words[deed] : null;

  useEffect(() => {
    if (!said) return;
    toast(said);
    const forget = (before: URLSearchParams) => {
      before.delete(parameter);
      return before;
    };
    // Neither a reload nor a bookmark says it again.
    setParameters(forget, { replace: true, preventScrollReset: true });
  }, [said, setParameters]);

  if (!said) return null;
  return (
    <noscript>
      <Notice tone="success" title={said.title} className="mt-6" />
    </noscript>
  );
}
