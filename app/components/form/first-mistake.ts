import { type RefObject, useEffect, useRef } from "react";

/**
 * Focuses a form's first invalid field and scrolls it clear of the bar and the toast (WCAG 2.4.11),
 * even if it already had the focus, in which case focusing alone wouldn't scroll.
 */
export function focusFirstMistake(form: HTMLFormElement | null) {
  const field = form?.querySelector<HTMLElement>("[aria-invalid]");
  field?.focus();
  field?.scrollIntoView({ block: "nearest" });
}

/** A ref for the form: focuses the first invalid field whenever the form is rejected. */
export function useFirstMistake(
  answer: { errors?: object | null } | undefined,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer?.errors) focusFirstMistake(form.current);
  }, [answer]);
  return form;
}
