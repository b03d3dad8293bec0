import { type RefObject, useLayoutEffect, useRef } from "react";

/** What stood in the fields of a form, in their order. */
export type Typing = (string | boolean)[];

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Within a form whose frame may be exchanged, which makes the form anew: what had been typed into the
 * old one stands in the new one. `kept` lives above the frame. Draws nothing that can be seen.
 */
export function KeptTyping({ kept }: { kept: RefObject<Typing | null> }) {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const form = mark.current?.closest("form");
    if (!form) return;
    if (kept.current) write(form, kept.current);
    return () => {
      kept.current = read(form);
    };
  }, [kept]);
  return <span ref={mark} hidden />;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>("input:not([type=hidden]), textarea, select")];
}

function read(form: HTMLFormElement): Typing {
  return fieldsOf(form).map((field) => (isTick(field) ? field.checked : field.value));
}

function write(form: HTMLFormElement, typing: Typing): void {
  for (const [place, field] of fieldsOf(form).entries()) {
    const was = typing[place];
    if (isTick(field)) field.checked = was === true;
    else if (typeof was === "string") field.value = was;
  }
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === "checkbox";
}
