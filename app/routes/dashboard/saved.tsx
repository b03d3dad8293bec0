import { useCallback } from "react";
import { useLocation } from "react-router";
import { forgetInput } from "#app/components/form/unsaved-input.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { choiceWords } from "#app/domain/customers/mail-choices/mail-kinds.ts";

const parameter = "saved";
const parameters = [parameter];
const titles = {
  profile: "Account updated",
  password: "Password changed",
  "order-reminders": choiceWords["order-reminders"].changed,
  "fresh-sheets": choiceWords["fresh-sheets"].changed,
};

/** Returns the redirect target after an account form; the page there confirms it once. */
export function savedPath(what: keyof typeof titles, page = "/dashboard/account"): string {
  return `${page}?${parameter}=${what}`;
}

const isTitled = (what: string | null): what is keyof typeof titles =>
  what !== null && Object.hasOwn(titles, what);

export const profileTyping = (email: string) => `profile:${email}`;

export function Saved({ email }: { email: string }) {
  const what = new URLSearchParams(useLocation().search).get(parameter);
  const forget = useCallback(() => forgetInput(profileTyping(email)), [email]);
  if (!isTitled(what)) return null;
  return (
    <FlashMessage
      title={titles[what]}
      parameters={parameters}
      onSaid={what === "profile" ? forget : undefined}
      className="mb-8"
    />
  );
}
