import type { FieldErrors } from "./auth-forms.ts";

/** What /login, /forgot-password and the pages behind mailed links answer when they stay. */
export interface FormAnswer {
  /** What went wrong as a whole; stands under the form, and in the browser in a toast. */
  message?: string;
  errors?: FieldErrors;
  /** What was typed, but for the password; a page without JavaScript shows it again. */
  values?: Record<string, string>;
  /** The mailed link has been used up or has expired since the page was opened. */
  spent?: boolean;
  /** It went well, and this is what there is to know now. */
  done?: string;
}

/** Said of whatever nobody foresaw (specification, section 8). */
export const unexpectedMessage = "An unexpected error occurred. Please try again.";

/** Said where the fields themselves tell what is wrong. */
export const invalidMessage = "Please correct the marked fields.";

/** Said after signing up where addresses are confirmed (specification, section 4). */
export const confirmMessage = "Please check your email to confirm your account.";
