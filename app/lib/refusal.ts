interface Details {
  /** The answer's HTTP status, unless the code implies it. */
  status?: number;
  field?: string | undefined;
  errors?: Record<string, string[] | undefined> | undefined;
  /** Fields that get another value in the form than was typed, e.g. a newer version. */
  fields?: Record<string, string>;
  /** Seconds until a retry is worthwhile. */
  wait?: number;
  /** Further parts of the form's answer, e.g. other values than those typed. */
  answer?: object;
  cause?: unknown;
}

const statuses: Record<string, number> = {
  invalid: 400,
  forbidden: 403,
  gone: 404,
  "too often": 429,
};

/**
 * Thrown when a request is refused; nothing was changed. The message is for the user, the code for
 * callers that handle it: most are answered with 409. The caller that answers the request turns it
 * into a response.
 */
export class Refusal<Code extends string = string> extends Error {
  override readonly name = "Refusal";
  readonly code: Code;
  readonly status: number;
  readonly wait: number | undefined;
  readonly fields: Details["fields"];
  readonly answer: { message: string; errors?: Details["errors"] };

  constructor(code: Code, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? statuses[code] ?? 409;
    this.wait = details.wait;
    this.fields = details.fields;
    const { field, errors = field ? { [field]: [message] } : undefined, answer } = details;
    this.answer = { message, ...(errors && { errors }), ...answer };
  }
}

/** True for a refusal, for one of these reasons if any are given. */
export function isRefusal<Code extends string>(
  error: unknown,
  ...codes: readonly Code[]
): error is Refusal<Code> {
  return (
    error instanceof Refusal && (codes.length === 0 || codes.some((code) => code === error.code))
  );
}

/** Returns the error of a check that is judged after others; null if it throws nothing. */
export function refusalIn(check: Promise<unknown>): Promise<unknown> {
  return check.then(
    () => null,
    (error: unknown) => error,
  );
}
