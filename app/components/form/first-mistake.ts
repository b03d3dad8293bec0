import { type RefObject, useEffect, useRef } from "react";

/**
 * Leads to the first field of a form that has a mistake: into focus, and out from under the bar and
 * the toast (WCAG 2.4.11), also if it had the focus already, which alone would not move the page.
 */
export function focusFirstMistake(form: HTMLFormElement | null) {
  const field = form?.querySelector<HTMLElement>("[aria-invalid]");
  field?.focus();
  field?.scrollIntoView({ block: "nearest" });
}

/** For the form: whenever it was refused with words beside its fields, the first such field is led to. */
export function useFirstMistake(
  answer: { errors?: object | null } | undefined,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer?.errors) focusFirstMistake(form.current);
  }, [answer]);
  return form;
}
