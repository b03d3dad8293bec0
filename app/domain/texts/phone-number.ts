/**
 * Returns a North American phone number in the form for text messages, "+16045550142"; null for any
 * other number, and for one with an extension, which can't receive them.
 */
export function textableNumber(typed: string): string | null {
  if (/ext|x|#/i.test(typed)) return null;
  const digits = typed.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) ? `+1${digits}` : null;
}

/** Returns e.g. "…0142". */
export const maskedNumber = (number: string): string => `…${number.slice(-4)}`;

/** Returns e.g. "k…@example.com". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
