import {
  newPasswordForm,
  passwordChangeForm,
  resetRequestForm,
  signInForm,
  signUpForm,
} from "./auth-forms.ts";
import { checkForm } from "./check-form.ts";
import type { FormAnswer } from "./form-answer.ts";

const forms = {
  signInForm,
  signUpForm,
  resetRequestForm,
  newPasswordForm,
  passwordChangeForm,
};

/** The forms that are checked before they are sent. */
export type CheckedForm = keyof typeof forms;

/** What the server would answer to a form that was filled in wrongly; undefined to any other. */
export function refusalOf(
  form: CheckedForm,
  fields: Record<string, string>,
): FormAnswer | undefined {
  return checkForm<(typeof forms)[CheckedForm]>(forms[form], fields).refused;
}
