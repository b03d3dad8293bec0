import { useCallback, useEffect, useRef } from "react";
import { openForField } from "./bot-signs.ts";
import { sendingField } from "./form-words.ts";

/**
 * What a form says of its sending, written into its hidden fields when it is sent, because the page
 * itself is the same for everybody: how long it was open, and a mark by which a form that arrives
 * twice is known. Without JavaScript both stay empty.
 */
export function useSending() {
  const openedAt = useRef(0);
  const mark = useRef("");

  /** Begins another one, when the form is there and whenever it is empty again. */
  const begin = useCallback(() => {
    openedAt.current = performance.now();
    // Not `crypto.randomUUID`, which is missing on plain http.
    mark.current = crypto.getRandomValues(new Uint32Array(4)).join("-");
  }, []);
  useEffect(begin, [begin]);

  function stamp(form: HTMLFormElement) {
    write(form, openForField, String(Math.round(performance.now() - openedAt.current)));
    write(form, sendingField, mark.current);
  }
  return { begin, stamp };
}

function write(form: HTMLFormElement, name: string, value: string) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value;
}
