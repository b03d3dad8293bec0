import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { Button } from "../button.tsx";
import { Notice } from "../page/notice.tsx";

type Values = Record<string, string | boolean>;

export interface Typing {
  values: Values;
  focus: string | null;
  /** Both ends are equal for a caret. */
  selected: [start: number, end: number] | null;
}

interface UnsavedInputProps {
  /** The storage key in this tab: identifies the user and the form. */
  name: string;
  /**
   * Carries unsaved input, focus and selection over if the form's container is replaced, which
   * remounts it. The ref must live above the container.
   */
  across?: RefObject<Typing | null>;
}

/**
 * Put inside a form: keeps unsaved input while the tab is open, across Back, reloads and expired
 * sessions, and offers to restore it when the form is opened again. Call `forgetInput` after saving
 * or discarding the form. Passwords and hidden fields are never kept.
 */
export function UnsavedInput({ name, across }: UnsavedInputProps) {
  const mark = useRef<HTMLDivElement>(null);
  const [offered, setOffered] = useState<Values | null>(null);

  useLayoutEffect(() => {
    const form = formAround(mark);
    if (!form) return;
    const untouched = valuesOf(form);
    if (across?.current) writeInput(form, across.current);
    // The input carried over is stored already, so it doesn't differ.
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
    // Notifies code that reacts to typing.
    for (const field of writeValues(form, offered)) {
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    setOffered(null);
  }

  function discard() {
    forgetInput(name);
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

/** Discards a form's stored input, after saving or cancelling. */
export function forgetInput(name: string): void {
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

function differing(values: Values | null, before: Values): Values | null {
  const changed = Object.entries(values ?? {}).filter(
    ([name, value]) => name in before && before[name] !== value,
  );
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

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

function writeInput(form: HTMLFormElement, { values, focus, selected }: Typing): void {
  writeValues(form, values);
  const field = fieldsOf(form).find(({ name }) => name === focus);
  field?.focus();
  if (selected) textOf(field)?.setSelectionRange(...selected);
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === "checkbox";
}

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
    forgetInput(name);
    return;
  }
  withStorage((storage) => storage.setItem(keyOf(name), JSON.stringify(values)), "sessionStorage");
}
