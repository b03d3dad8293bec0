import { ContactFields } from "#app/components/form/contact-fields.tsx";
import { answeredField, CompanyField, EmailField, TextArea } from "#app/components/form/field.tsx";
import type { FormAnswer } from "./form-answer.ts";
import { PasswordField } from "./password-field.tsx";
import { minPasswordLength } from "./password-length.ts";

interface CredentialFieldsProps {
  creating: boolean;
  answer: FormAnswer | undefined;
}

/** Fields of both modes of /login; typed address and password survive switching between them. */
export function CredentialFields({ creating, answer }: CredentialFieldsProps) {
  const field = (name: string) => answeredField(answer, name);
  return (
    <>
      <EmailField key="email" autoComplete={creating ? "email" : "username"} {...field("email")} />
      <PasswordField
        key="password"
        label="Password"
        autoComplete={creating ? "new-password" : "current-password"}
        minLength={creating ? minPasswordLength : undefined}
        hint={creating ? `At least ${minPasswordLength} characters.` : undefined}
        error={answer?.errors?.password}
      />
      {creating && <CompanyFields key="company" answer={answer} />}
    </>
  );
}

function CompanyFields({ answer }: Pick<CredentialFieldsProps, "answer">) {
  const field = (name: string) => answeredField(answer, name);
  return (
    <>
      <CompanyField {...field("companyName")} required />
      <ContactFields field={field} />
      <TextArea
        label="Notes"
        rows={3}
        hint="Anything we should know: your type of business, delivery hours, the cuts you want."
        maxLength={5000}
        {...field("notes")}
        optional
      />
    </>
  );
}
