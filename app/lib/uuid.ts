const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a URL segment is a valid UUID; the database throws on anything else. */
export function isUuid(value: string): boolean {
  return uuidPattern.test(value);
}
