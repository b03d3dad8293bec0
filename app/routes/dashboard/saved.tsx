import { useCallback } from "react";
import { useLocation } from "react-router";
import { forgetTyping } from "#app/components/form/kept-typing.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";

const parameter = "saved";
const parameters = [parameter];
const titles = { profile: "Account updated", password: "Password changed" };

/** Where a form of the account leads after it went well; the page there says so, once. */
export function savedPath(what: keyof typeof titles): string {
  return `/dashboard/account?${parameter}=${what}`;
}

/** Under which a browser keeps what somebody types into their profile until it is saved. */
export const profileTyping = (email: string) => `profile:${email}`;

/** Says, once, that what was sent is saved. */
export function Saved({ email }: { email: string }) {
  const what = new URLSearchParams(useLocation().search).get(parameter);
  const forget = useCallback(() => forgetTyping(profileTyping(email)), [email]);
  if (what !== "profile" && what !== "password") return null;
  return (
    <SaidOnce
      title={titles[what]}
      parameters={parameters}
      onSaid={what === "profile" ? forget : undefined}
      className="mb-8"
    />
  );
}
