/**
 * The fields of a form that was sent, in linear time; a body that is no form counts as an empty one,
 * and is refused as what was left empty. How many fields there may be is server/edge/body-limit's.
 */
export async function readForm(request: Request): Promise<FormData> {
  return request.formData().catch((error: unknown) => {
    if (error instanceof TypeError) return new FormData();
    throw error;
  });
}

/** The texts of a form that was sent, by name; of a name that comes twice the last, of files none. */
export async function formFields(request: Request): Promise<Record<string, string>> {
  return textsOf(await readForm(request));
}

/** As `formFields`, of a form that has been read. */
export function textsOf(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") fields[name] = value;
  return fields;
}
