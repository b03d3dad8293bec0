import { useCallback, useEffect, useRef } from "react";
import { openForField, sendingField } from "./form-words.ts";

/**
 * Hidden fields filled in on submit, because the page itself is cached and the same for everyone:
 * how long the form was open, and a mark that identifies repeated submissions. Both stay empty
 * without JavaScript.
 */
export function useSending() {
  const openedAt = useRef(0);
  const mark = useRef("");

  /** Starts a new submission, when the form mounts and after each success. */
  const begin = useCallback(() => {
    openedAt.current = performance.now();
    // `crypto.randomUUID` is missing on plain HTTP.
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
