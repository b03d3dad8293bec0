/** What the database says of a refused statement. `constraint` is the name in the schema. */
export interface DatabaseError {
  /** SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html */
  code: string;
  constraint: string | undefined;
  message: string;
}

/**
 * The database's own error within whatever a query threw (Drizzle wraps it as the cause), or
 * undefined when the failure was not the database's. Its message is for logs, never for a screen.
 *
 * @example if (databaseErrorOf(error)?.constraint === "orders_request_id_unique") …
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

/** Of Node: nobody there, or gone. */
const unreachable = /^(?:ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|EHOST|ENET)/;

/**
 * SQLSTATE: connection lost (08), resources (53), given up or shut down (57), and conflicts with other
 * transactions (40).
 */
const passing = /^(?:08|40|53|57)[0-9A-Z]{3}$/;

/** As node-postgres says it, without a code. */
const lost =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

/** Whether a failure may pass by itself, as with a database that cannot be reached: for a 503. */
export function isTransient(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code = "code" in error && typeof error.code === "string" ? error.code : "";
    if (unreachable.test(code) || passing.test(code) || lost.test(error.message)) return true;
  }
  return false;
}

/** The innermost reason of a failure in one line, for a message to whoever runs the shop. */
export function reasonOf(thrown: unknown): string {
  let error = thrown;
  while (error instanceof Error && error.cause instanceof Error) error = error.cause;
  if (!(error instanceof Error)) return String(error);
  // Connecting to a name with several addresses fails with an AggregateError without a message.
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return error.message || code;
}
