import { type RefObject, useEffect, useRef } from "react";
import type { ProductAnswer } from "#app/features/catalog/product-form-answer.ts";

/** For the form: the first field with a mistake gets the focus whenever one was refused. */
export function useFirstMistake(
  answer: ProductAnswer | undefined,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer?.errors) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [answer]);
  return form;
}
