interface FailureLog {
  error(facts: object, message: string): void;
}

/**
 * The result of an optional query, or null after logging its failure. The page then shows an error
 * text in its place (specification, section 8) instead of failing as a whole.
 */
export async function orNull<T>(query: Promise<T>, log: FailureLog, what: string) {
  try {
    return await query;
  } catch (error) {
    log.error({ err: error }, `${what} failed`);
    return null;
  }
}

/** 503 for a page whose own content couldn't be loaded, so that caches don't store it. */
export function statusOf(...contents: unknown[]): { status: number } {
  return { status: contents.includes(null) ? 503 : 200 };
}
