/** Returns the `tel:` link of a phone number as typed; null if there are no digits to dial. */
export function telLink(phone: string): string | null {
  const [number = ""] = phone.split(/ext|x/i);
  const digits = number.replace(/[^\d+]/g, "");
  return /\d{7}/.test(digits) ? `tel:${digits}` : null;
}
