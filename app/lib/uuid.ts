const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a piece of an address can be a row's id at all; the database refuses anything else. */
export function isUuid(value: string): boolean {
  return uuidPattern.test(value);
}
