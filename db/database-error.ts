/** The database's error for a rejected statement. `constraint` is its name in the schema. */
export interface DatabaseError {
  /** SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html */
  code: string;
  constraint: string | undefined;
  message: string;
}

/**
 * Returns the database's own error inside whatever a query threw (Drizzle wraps it as the cause),
 * or undefined if the failure was not the database's. Its message is for logs, never for users.
 */
export function databaseErrorOf(thrown: unknown): DatabaseError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ("code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code)) {
      const constraint = "constraint" in error ? error.constraint : undefined;
      return {
        code: error.code,
        constraint: typeof constraint === "string" ? constraint : undefined,
        message: error.message,
      };
    }
  }
  return undefined;
}

/** Node error codes: unreachable, or connection lost. */
const unreachable = /^(?:ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|EHOST|ENET)/;

/** SQLSTATE classes: connection lost, transaction conflict, out of resources, shut down. */
const passing = /^(?:08|40|53|57)[0-9A-Z]{3}$/;

/** Messages of node-postgres errors that have no code. */
const lost =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** True if a failure is transient, such as an unreachable database; answered with a 503. */
export function isTransient(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code = "code" in error && typeof error.code === "string" ? error.code : "";
    if (unreachable.test(code) || passing.test(code) || lost.test(error.message)) return true;
  }
  return false;
}

/** True if a disk is full, according to the system or PostgreSQL. */
export function isNoRoom(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ("code" in error && /^(?:ENOSPC|EDQUOT|53100)$/.test(String(error.code))) return true;
  }
  return false;
}

/** Returns the root cause of a failure in one line, for the operator. */
export function reasonOf(thrown: unknown): string {
  let error = thrown;
  while (error instanceof Error && error.cause instanceof Error) error = error.cause;
  if (!(error instanceof Error)) return String(error);
  // Connecting to a name with several addresses fails with an AggregateError without a message.
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return error.message || code;
}
