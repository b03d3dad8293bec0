import { useEffect, useEffectEvent } from "react";
import type { Station } from "../use-station.ts";

/**
 * The field has the focus whatever was tapped, so that what is typed next is a weight and Enter adds
 * it. Only other fields may take it, and the buttons beside the fields of a question. A key that is
 * typed while nothing has the focus, or a button, reaches the field too.
 */
export function useKeptFocus(
  root: React.RefObject<HTMLElement | null>,
  field: React.RefObject<HTMLInputElement | null>,
  { question }: Pick<Station, "question">,
) {
  const isAsked = question?.kind === "lot" || question?.kind === "add";
  const kind = question?.kind;
  useEffect(() => {
    // With each question that comes or goes: its buttons go with it, and leave nothing focused.
    const takesFocus = kind === "lot" || kind === "add";
    if (!takesFocus) field.current?.focus({ preventScroll: true });
  }, [field, kind]);
  const keepFocus = useEffectEvent((target: EventTarget | null) => {
    if (!(target instanceof Element)) return;
    const isHere = target === document.body || root.current?.contains(target);
    const own = isAsked ? "input, select, textarea, label, form" : "input, select, textarea, label";
    if (isHere && !target.closest(own)) field.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => keepFocus(target);
    function onKeyDown({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
      if (key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey) keepFocus(target);
    }
    // Before the buttons' own handlers, so that a question they ask may take the focus to its field.
    document.addEventListener("click", onClick, { capture: true });
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      document.removeEventListener("click", onClick, { capture: true });
      document.removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, []);
}
