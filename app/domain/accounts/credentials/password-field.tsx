import { type ComponentProps, useState } from "react";
import { controlClass, Field, type FieldText } from "#app/components/form/field.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import type { FormAnswer } from "./form-answer.ts";
import { maxPasswordLength, minPasswordLength } from "./password-length.ts";

type PasswordFieldProps = Pick<FieldText, "label" | "hint" | "error"> &
  Pick<ComponentProps<"input">, "autoComplete" | "minLength"> & {
    name?: string;
  };

/** A password field with a button to show the text; no button without JavaScript. */
export function PasswordField({
  label,
  hint,
  error,
  name = "password",
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const canShow = useHydrated();
  return (
    <Field label={label} hint={hint} error={error} required>
      {(control) => (
        <span className="relative block">
          <input
            {...input}
            {...control}
            name={name}
            type={shown ? "text" : "password"}
            maxLength={maxPasswordLength}
            spellCheck={false}
            autoCapitalize="none"
            className={`${controlClass} pr-20`}
          />
          {canShow && (
            <button
              type="button"
              aria-pressed={shown}
              aria-controls={control.id}
              onClick={() => setShown(!shown)}
              className="absolute inset-y-0 right-0 px-4 text-sm font-semibold hover:text-oxblood"
            >
              {shown ? "Hide" : "Show"}
              <span className="sr-only">
                {" "}
                {name === "password" ? "password" : "current password"}
              </span>
            </button>
          )}
        </span>
      )}
    </Field>
  );
}

interface NewPasswordFieldProps {
  label?: string;
  /** A further effect of the password, shown after its minimum length. */
  does?: string;
  answer: FormAnswer | undefined;
}

/** A field for an account's new password. */
export function NewPasswordField({ label = "Password", does, answer }: NewPasswordFieldProps) {
  const length = `At least ${minPasswordLength} characters.`;
  return (
    <PasswordField
      label={label}
      autoComplete="new-password"
      minLength={minPasswordLength}
      hint={does ? `${length} ${does}` : length}
      error={answer?.errors?.password}
    />
  );
}
