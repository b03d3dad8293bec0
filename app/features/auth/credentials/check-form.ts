import { z } from "zod";
import { type FormAnswer, invalidMessage } from "./form-answer.ts";

/** What of a form is kept to be shown again. */
export function shownAgain(fields: Record<string, string>) {
  const { password: _, currentPassword: __, ...values } = fields;
  return values;
}

/** The form's data, or what to answer to whoever filled it in wrongly. */
export function checkForm<Schema extends z.ZodType<object>>(
  schema: Schema,
  fields: Record<string, string>,
): { data: z.output<Schema>; refused?: never } | { data?: never; refused: FormAnswer } {
  const { success, data, error } = schema.safeParse(fields);
  if (success) return { data };
  const errors = z.flattenError(error).fieldErrors;
  return { refused: { errors, message: invalidMessage, values: shownAgain(fields) } };
}
