/** The answer to a submitted form, by field name. */
interface FormAnswer {
  values?: Partial<Record<string, string>> | undefined;
  errors?: Partial<Record<string, string[]>> | undefined;
}

/**
 * A field's props from that answer: `<TextField label="Phone" {...answeredField(answer, "phone")}
 * />`.
 */
export function answeredField(answer: FormAnswer | undefined, name: string) {
  return { name, defaultValue: answer?.values?.[name], error: answer?.errors?.[name] };
}
