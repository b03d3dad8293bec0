interface Details {
  /** The answer's HTTP status, unless the code says it. */
  status?: number;
  /** The field that the message is about. */
  field?: string | undefined;
  /** What is wrong with several fields. */
  errors?: Record<string, string[] | undefined> | undefined;
  /** Fields that the form is to say something else in than was typed, e.g. a newer version. */
  fields?: Record<string, string>;
  /** Seconds until it is worth trying again. */
  wait?: number;
  /** What else the answer to the form says, e.g. other values than those that were typed. */
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
 * What somebody asks for and does not get; nothing was changed. The message is for them, the code for
 * callers that react to it: most codes are answered with 409. Whoever answers the request turns it
 * into a response.
 */
export class Refusal<Code extends string = string> extends Error {
  override readonly name = "Refusal";
  readonly code: Code;
  readonly status: number;
  readonly wait: number | undefined;
  readonly fields: Details["fields"];
  /** The answer to the form. */
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

/** Whether something was refused, for one of these reasons if any are named. */
export function isRefusal<Code extends string>(
  error: unknown,
  ...codes: readonly Code[]
): error is Refusal<Code> {
  return (
    error instanceof Refusal && (codes.length === 0 || codes.some((code) => code === error.code))
  );
}
