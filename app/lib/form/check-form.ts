import { z } from "zod";
import { Refusal } from "../refusal.ts";
import { type FormAnswer, invalidMessage } from "./submitted-form.ts";

// Separate from sending: pages load their schemas only once a form is being filled in.

const secrets = new Set(["password", "currentPassword"]);

/** Returns the values to redisplay in a form. */
export function withoutSecrets(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !secrets.has(name)));
}

/**
 * Returns the form's parsed data, or the answer with its validation errors. The server validates
 * every form with this; the browser does so first, to save a round trip.
 */
export function checkForm<Schema extends z.ZodType<object>>(
  schema: Schema,
  fields: Record<string, string>,
): { data: z.output<Schema>; refused?: never } | { data?: never; refused: FormAnswer } {
  const { success, data, error } = schema.safeParse(fields);
  if (success) return { data };
  const errors = z.flattenError(error).fieldErrors;
  return { refused: { errors, message: invalidMessage, values: withoutSecrets(fields) } };
}

/** Returns the data of a checked form. @throws Refusal if it is invalid */
export function accepted<Data extends object>({
  data,
  refused,
}: {
  data?: Data | undefined;
  refused?: FormAnswer | undefined;
}): Data {
  if (data) return data;
  const { message = invalidMessage, errors, ...answer } = { ...refused };
  throw new Refusal("invalid", message, { errors, answer });
}
