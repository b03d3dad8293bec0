import type { FormAnswer as Answer } from "#app/lib/form/form-answer.ts";

/** What /login, /forgot-password and the pages behind mailed links answer when they stay. */
export interface FormAnswer extends Answer {
  /** The mailed link has been used up or has expired since the page was opened. */
  spent?: boolean;
  /** It went well, and this is what there is to know now. */
  done?: string;
}

/** Shown for unexpected errors (specification, section 8). */
export const unexpectedMessage = "An unexpected error occurred. Please try again.";

/** Shown after signing up if addresses must be confirmed (specification, section 4). */
export const confirmMessage = "Please check your email to confirm your account.";
