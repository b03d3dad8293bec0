import { checkForm } from "#app/lib/form/check-form.ts";
import { contactForm } from "./contact-form.ts";
import { type FormAnswer, type FormName, refusedAnswer } from "./form-words.ts";
import { inquiryForm } from "./inquiry-form.ts";

/**
 * The answer the server would give to an invalid form; undefined if valid. A separate module,
 * loaded only once a form is being filled in.
 */
export function refusalOf(form: FormName, fields: Record<string, string>): FormAnswer | undefined {
  const { refused } =
    form === "contact" ? checkForm(contactForm, fields) : checkForm(inquiryForm, fields);
  return refused && refusedAnswer(form, refused);
}
