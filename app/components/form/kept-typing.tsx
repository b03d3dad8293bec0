import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { withStorage } from "#app/lib/browser-storage.ts";
import { Button } from "../button.tsx";
import { Notice } from "../page/notice.tsx";

/** What was changed in the fields of a form, by their names. */
type Values = Record<string, string | boolean>;

/** What was changed in a form, and where somebody was typing. */
export interface Typing {
  values: Values;
  /** The name of the field in focus. */
  focus: string | null;
  /** What was selected in it; the caret where both are the same. */
  selected: [start: number, end: number] | null;
}

interface KeptTypingProps {
  /** Under which it is kept in this tab: who types, and in which form. */
  name: string;
  /**
   * For a form whose frame may be exchanged, which makes the form anew: what had been typed into the
   * old one stands in the new one, and who is typing goes on there. Lives above the frame.
   */
  across?: RefObject<Typing | null>;
}

/**
 * Within a form: keeps what is typed into it for as long as the tab is open, through Back, a reload or
 * a session that ended, and offers it when the form is opened again. Whoever saves or discards the
 * form calls `forgetTyping`. Passwords and hidden fields are never kept.
 */
export function KeptTyping({ name, across }: KeptTypingProps) {
  const mark = useRef<HTMLDivElement>(null);
  const [offered, setOffered] = useState<Values | null>(null);

  useLayoutEffect(() => {
    const form = formAround(mark);
    if (!form) return;
    const untouched = valuesOf(form);
    if (across?.current) writeTyping(form, across.current);
    // What has just been typed is kept already, and so differs in nothing.
    setOffered(differing(read(name), valuesOf(form)));

    const listening = new AbortController();
    const keep = () => write(name, differing(valuesOf(form), untouched));
    form.addEventListener("input", keep, { signal: listening.signal });
    return () => {
      listening.abort();
      if (across) across.current = typingIn(form, untouched);
    };
  }, [name, across]);

  function restore() {
    const form = formAround(mark);
    if (!form || !offered) return;
    // For what follows from a field as somebody types into it.
    for (const field of writeValues(form, offered)) {
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    setOffered(null);
  }

  function discard() {
    forgetTyping(name);
    setOffered(null);
  }

  return (
    <div ref={mark} hidden={!offered}>
      {offered && (
        <Notice
          title="You have unsaved changes from earlier"
          action={
            <>
              <Button size="sm" variant="secondary" onClick={restore}>
                Restore
              </Button>
              <Button size="sm" variant="quiet" onClick={discard}>
                Discard
              </Button>
            </>
          }
        />
      )}
    </div>
  );
}

/** Forgets what was typed into a form: it was saved, or is not wanted. */
export function forgetTyping(name: string): void {
  withStorage((storage) => storage.removeItem(keyOf(name)), "sessionStorage");
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function formAround({ current }: RefObject<HTMLElement | null>) {
  return current?.closest("form") ?? null;
}

function fieldsOf(form: HTMLFormElement): Field[] {
  const unkept = ["hidden", "password", "file", "submit", "button"];
  const fields = form.querySelectorAll<Field>("input, textarea, select");
  return [...fields].filter(({ name, type }) => name && !unkept.includes(type));
}

function valuesOf(form: HTMLFormElement): Values {
  const values = fieldsOf(form).map((field) => [
    field.name,
    isTick(field) ? field.checked : field.value,
  ]);
  return Object.fromEntries(values);
}

/** Those that are not as they were; null for none. */
function differing(values: Values | null, before: Values): Values | null {
  const changed = Object.entries(values ?? {}).filter(
    ([name, value]) => name in before && before[name] !== value,
  );
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** Returns the fields that were written. */
function writeValues(form: HTMLFormElement, values: Values): Field[] {
  const changed = fieldsOf(form).filter(({ name }) => name in values);
  for (const field of changed) {
    const value = values[field.name];
    if (isTick(field)) field.checked = value === true;
    else if (typeof value === "string") field.value = value;
  }
  return changed;
}

function typingIn(form: HTMLFormElement, untouched: Values): Typing {
  const field = fieldsOf(form).find((field) => field.matches(":focus"));
  const { selectionStart = null, selectionEnd = null } = textOf(field) ?? {};
  return {
    values: differing(valuesOf(form), untouched) ?? {},
    focus: field?.name ?? null,
    selected:
      selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd],
  };
}

function writeTyping(form: HTMLFormElement, { values, focus, selected }: Typing): void {
  writeValues(form, values);
  const field = fieldsOf(form).find(({ name }) => name === focus);
  field?.focus();
  if (selected) textOf(field)?.setSelectionRange(...selected);
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === "checkbox";
}

/** The field, if it is one that text is typed into. */
function textOf(field: Field | undefined) {
  if (!field || field instanceof HTMLSelectElement || isTick(field)) return undefined;
  return field;
}

const keyOf = (name: string) => `typing:${name}`;

function read(name: string): Values | null {
  const text = withStorage((storage) => storage.getItem(keyOf(name)), "sessionStorage");
  try {
    const values: unknown = JSON.parse(text ?? "null");
    return values && typeof values === "object" ? { ...values } : null;
  } catch {
    return null;
  }
}

function write(name: string, values: Values | null): void {
  if (!values) {
    forgetTyping(name);
    return;
  }
  withStorage((storage) => storage.setItem(keyOf(name), JSON.stringify(values)), "sessionStorage");
}
