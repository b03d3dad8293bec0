import { answeredField } from "#app/components/form/answered-field.ts";
import { EmailField } from "#app/components/form/email-field.tsx";
import { TextArea, TextField } from "#app/components/form/field.tsx";
import type { FormAnswer } from "./form-words.ts";

/** The contact form's fields. Submitted values are kept if the form is rejected. */
export function ContactFields({ answer }: { answer: FormAnswer | undefined }) {
  const field = (name: string) => answeredField(answer, name);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" maxLength={200} {...field("name")} required />
        <EmailField {...field("email")} />
      </div>
      <TextArea label="Message" rows={7} maxLength={10_000} {...field("message")} required />
    </>
  );
}
