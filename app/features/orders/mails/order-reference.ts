/**
 * The order reference used in mails: the first 8 characters of its id, as on the screens (section
 * 9).
 */
export function orderReference(id: string): string {
  return id.slice(0, 8);
}
