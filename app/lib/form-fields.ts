/**
 * The texts of a form that was sent, by name; of a name that comes twice the last, of files none.
 * A body that is no form counts as an empty one, and is refused as what was left empty.
 */
export async function formFields(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch((error: unknown) => {
    if (error instanceof TypeError) return new FormData();
    throw error;
  });
  return textsOf(form);
}

/** As `formFields`, of a form that has been read. */
export function textsOf(form: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") fields[name] = value;
  return fields;
}
