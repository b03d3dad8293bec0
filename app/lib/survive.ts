interface FailureLog {
  error(facts: object, message: string): void;
}

/**
 * The answer of a query that a page can do without, or null after logging its failure. The page
 * then shows its own failure text (specification, section 8) instead of falling over as a whole.
 */
export async function orNull<T>(query: Promise<T>, log: FailureLog, what: string) {
  try {
    return await query;
  } catch (error) {
    log.error({ err: error }, `${what} failed`);
    return null;
  }
}

/** The status of a page whose own content could not be loaded; caches keep no such answer. */
export function statusOf(...contents: unknown[]): { status: number } {
  return { status: contents.includes(null) ? 503 : 200 };
}
