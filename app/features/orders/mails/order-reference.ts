/** What an order is called in a mail: its first 8 characters, as on the screens (section 9). */
export function orderReference(id: string): string {
  return id.slice(0, 8);
}
