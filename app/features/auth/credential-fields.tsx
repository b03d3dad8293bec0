import { TextArea, TextField } from "#app/components/field.tsx";
import type { FormAnswer } from "./form-answer.ts";
import { PasswordField } from "./password-field.tsx";
import { minPasswordLength } from "./password-rules.ts";

interface CredentialFieldsProps {
  /** Whether an account is to be made; else one is signed in to. */
  creating: boolean;
  answer: FormAnswer | undefined;
}

/** The fields of both faces of /login; what was typed as address and password outlives the switch. */
export function CredentialFields({ creating, answer }: CredentialFieldsProps) {
  const { errors, values } = answer ?? {};
  return (
    <>
      <TextField
        key="email"
        label="E-mail"
        name="email"
        type="email"
        autoComplete={creating ? "email" : "username"}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        defaultValue={values?.email}
        error={errors?.email}
        required
      />
      <PasswordField
        key="password"
        label="Password"
        autoComplete={creating ? "new-password" : "current-password"}
        minLength={creating ? minPasswordLength : undefined}
        hint={creating ? `At least ${minPasswordLength} characters.` : undefined}
        error={errors?.password}
      />
      {creating && <CompanyFields key="company" answer={answer} />}
    </>
  );
}

function CompanyFields({ answer }: Pick<CredentialFieldsProps, "answer">) {
  const { errors, values } = answer ?? {};
  return (
    <>
      <TextField
        label="Company name"
        name="companyName"
        autoComplete="organization"
        maxLength={200}
        defaultValue={values?.companyName}
        error={errors?.companyName}
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Contact name"
          name="contactName"
          autoComplete="name"
          maxLength={200}
          defaultValue={values?.contactName}
          error={errors?.contactName}
          optional
        />
        <TextField
          label="Phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={50}
          defaultValue={values?.phone}
          error={errors?.phone}
          optional
        />
      </div>
      <TextField
        label="Delivery address"
        name="address"
        autoComplete="street-address"
        maxLength={500}
        defaultValue={values?.address}
        error={errors?.address}
        optional
      />
      <TextArea
        label="Notes"
        name="notes"
        rows={3}
        hint="What we should know: your kind of business, delivery hours, cuts you look for."
        maxLength={5000}
        defaultValue={values?.notes}
        error={errors?.notes}
        optional
      />
    </>
  );
}
