import { Moment } from "#app/components/moment.tsx";
import { telLink } from "#app/lib/browser/tel-link.ts";

/** Escapes address and subject for a mailto link (RFC 6068, section 2). */
export function mailTo(email: string, subject: string): string {
  const address = encodeURIComponent(email).replaceAll("%40", "@");
  return `mailto:${address}?subject=${encodeURIComponent(subject)}`;
}

export function sentFact(at: Date) {
  return { label: "Sent", value: <Moment at={at} time /> };
}

export function emailFact(email: string) {
  return {
    label: "Email",
    value: (
      <a href={mailTo(email, "")} className="link">
        {email}
      </a>
    ),
  };
}

/** The sender's telephone number, in whatever format it was typed. */
export function phoneFact(phone: string) {
  const dial = telLink(phone);
  return {
    label: "Phone",
    value: dial ? (
      <a href={dial} className="link">
        {phone}
      </a>
    ) : (
      phone
    ),
  };
}
