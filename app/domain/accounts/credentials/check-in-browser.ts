import { checkForm } from "#app/lib/form/check-form.ts";
import {
  newPasswordForm,
  passwordChangeForm,
  resetRequestForm,
  signInForm,
  signUpForm,
} from "./auth-forms.ts";
import type { FormAnswer } from "./form-answer.ts";

const forms = {
  signInForm,
  signUpForm,
  resetRequestForm,
  newPasswordForm,
  passwordChangeForm,
};

export type CheckedForm = keyof typeof forms;

/** Returns the server's answer to an invalid form; undefined if the form is valid. */
export function refusalOf(
  form: CheckedForm,
  fields: Record<string, string>,
): FormAnswer | undefined {
  return checkForm<(typeof forms)[CheckedForm]>(forms[form], fields).refused;
}
