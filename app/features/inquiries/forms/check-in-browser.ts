import { checkForm } from "./check-form.ts";
import { contactForm } from "./contact-form.ts";
import type { FormAnswer, FormName } from "./form-words.ts";
import { inquiryForm } from "./inquiry-form.ts";

/**
 * What the server would answer to a form that was filled in wrongly; undefined to any other. A module
 * of its own, because the browser fetches it only when a form is being filled in.
 */
export function refusalOf(form: FormName, fields: Record<string, string>): FormAnswer | undefined {
  return form === "contact"
    ? checkForm(form, contactForm, fields).refused
    : checkForm(form, inquiryForm, fields).refused;
}
