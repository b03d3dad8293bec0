import { Moment } from "#app/components/moment.tsx";

/** An address may hold what means something in a mailto link (RFC 6068, section 2). */
export function mailTo(email: string, subject: string): string {
  const address = encodeURIComponent(email).replaceAll("%40", "@");
  return `mailto:${address}?subject=${encodeURIComponent(subject)}`;
}

/** When an entry was sent, among its facts. */
export function sentFact(at: Date) {
  return { label: "Sent", value: <Moment at={at} time /> };
}

/** An address among an entry's facts. */
export function emailFact(email: string) {
  return {
    label: "E-mail",
    value: (
      <a href={mailTo(email, "")} className="link">
        {email}
      </a>
    ),
  };
}

/** Likewise a telephone number, however it was written. */
export function phoneFact(phone: string) {
  return {
    label: "Phone",
    value: (
      <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`} className="link">
        {phone}
      </a>
    ),
  };
}
