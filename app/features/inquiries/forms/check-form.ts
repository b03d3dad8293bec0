import { z } from "zod";
import { type FormAnswer, type FormName, formWords } from "./form-words.ts";

/** The form's data, or what to answer to whoever filled it in wrongly. */
export function checkForm<Schema extends z.ZodType<object>>(
  form: FormName,
  schema: Schema,
  fields: Record<string, string>,
): { data: z.output<Schema>; refused?: never } | { data?: never; refused: FormAnswer } {
  const { success, data, error } = schema.safeParse(fields);
  if (success) return { data };
  const { title } = formWords[form].failed;
  const problem = { title, description: "Please correct the marked fields." };
  return { refused: { problem, errors: z.flattenError(error).fieldErrors, values: fields } };
}
