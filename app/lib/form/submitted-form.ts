/**
 * Parses a submitted form in linear time; a malformed body counts as empty, and is then rejected
 * for missing fields. The number of fields is limited by server/edge/body-limit.
 */
export async function readForm(request: Request): Promise<FormData> {
  return request.formData().catch((error: unknown) => {
    if (error instanceof TypeError) return new FormData();
    throw error;
  });
}

/**
 * Returns the text fields of a submitted form, by name. The last value of a repeated name counts;
 * files are ignored, and so are NULs, which the database rejects.
 */
export async function formFields(request: Request): Promise<Record<string, string>> {
  return textsOf(await readForm(request));
}

/**
 * Prefix of the fields that prove who submits a form (domain/accounts/proof). Actions never see
 * them, so that no answer repeats a password.
 */
export const proofPrefix = "proof-";

/** As `formFields`, for a parsed form. */
export function textsOf(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || name.startsWith(proofPrefix)) continue;
    fields[name] = value.replaceAll("\0", "");
  }
  return fields;
}

/** The answer to a form unless it redirects: its errors and the submitted values. */
export interface FormAnswer<Field extends string = string> {
  /** A general error, shown below the form and, in the browser, as a toast. */
  message?: string;
  errors?: { [Name in Field]?: string[] | undefined };
  /** The submitted values without secrets, to redisplay without JavaScript. */
  values?: Record<string, string>;
}

/** Shown if the errors are beside the fields. */
export const invalidMessage = "Please correct the marked fields.";

/** Honeypot: an invisible field that only bots fill in. */
export const trapField = "website";
