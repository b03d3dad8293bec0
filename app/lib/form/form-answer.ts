/** The answer to a form that doesn't redirect: its errors and the submitted values. */
export interface FormAnswer<Field extends string = string> {
  /** A general error, shown below the form and, in the browser, as a toast. */
  message?: string;
  /** Field errors, by name. */
  errors?: { [Name in Field]?: string[] | undefined };
  /** The submitted values without secrets, to redisplay without JavaScript. */
  values?: Record<string, string>;
}

/** Shown when the errors are beside the fields. */
export const invalidMessage = "Please correct the marked fields.";
