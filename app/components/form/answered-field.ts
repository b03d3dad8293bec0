/** What a form answers that was sent and stays: by the names of its fields. */
interface FormAnswer {
  values?: Partial<Record<string, string>> | undefined;
  errors?: Partial<Record<string, string[]>> | undefined;
}

/** What a field takes from that answer: `<TextField label="Phone" {...answeredField(answer, "phone")} />`. */
export function answeredField(answer: FormAnswer | undefined, name: string) {
  return { name, defaultValue: answer?.values?.[name], error: answer?.errors?.[name] };
}
