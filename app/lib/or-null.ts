interface FailureLog {
  error(facts: object, message: string): void;
}

/**
 * Returns the result of an optional query, or null after logging its failure. The page then shows
 * an error text in its place instead of failing as a whole.
 */
export async function orNull<T>(query: Promise<T>, log: FailureLog, what: string) {
  try {
    return await query;
  } catch (error) {
    log.error({ err: error }, `${what} failed`);
    return null;
  }
}

export function statusOf(...contents: unknown[]): { status: number } {
  return { status: contents.includes(null) ? 503 : 200 };
}

/** Returns a page's main record; null for a missing one (`isMissing`; 404) or a failure (503). */
export async function lookUp<T>(
  query: Promise<T | null | undefined>,
  log: FailureLog,
  what: string,
) {
  const found = await orNull(
    query.then((value) => value ?? undefined),
    log,
    what,
  );
  const isMissing = found === undefined;
  return { value: found ?? null, isMissing, status: found ? 200 : isMissing ? 404 : 503 };
}
