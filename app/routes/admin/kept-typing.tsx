import { type RefObject, useLayoutEffect, useRef } from "react";

/** What stood in the fields of a form, in their order, and where somebody was typing. */
export interface Typing {
  values: (string | boolean)[];
  /** The place of the field in focus; -1 for none. */
  focus: number;
  /** What was selected in it; the caret where both are the same. */
  selected: [start: number, end: number] | null;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Within a form whose frame may be exchanged, which makes the form anew: what had been typed into the
 * old one stands in the new one, and who is typing goes on there. `kept` lives above the frame. Draws
 * nothing that can be seen.
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
  const fields = fieldsOf(form);
  const focus = fields.findIndex((field) => field.matches(":focus"));
  const { selectionStart = null, selectionEnd = null } = textOf(fields[focus]) ?? {};
  return {
    values: fields.map((field) => (isTick(field) ? field.checked : field.value)),
    focus,
    selected:
      selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd],
  };
}

function write(form: HTMLFormElement, { values, focus, selected }: Typing): void {
  const fields = fieldsOf(form);
  for (const [place, field] of fields.entries()) {
    const was = values[place];
    if (isTick(field)) field.checked = was === true;
    else if (typeof was === "string") field.value = was;
  }
  fields[focus]?.focus();
  if (selected) textOf(fields[focus])?.setSelectionRange(...selected);
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === "checkbox";
}

/** The field, if it is one that text is typed into. */
function textOf(field: Field | undefined) {
  if (!field || field instanceof HTMLSelectElement || isTick(field)) return undefined;
  return field;
}
