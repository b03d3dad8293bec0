import { useEffect, useState } from "react";
import { useOnDemand } from "../use-on-demand.ts";

export interface ShortcutGroup {
  title: string;
  keys: readonly (readonly [keys: string, does: string])[];
}

interface ShortcutsProps {
  groups: readonly ShortcutGroup[];
  /** True if a button opens the list too, on devices with a mouse. */
  hasButton?: boolean;
}

const loadDialog = () => import("./dialog.tsx");

/**
 * A list of keyboard shortcuts, opened by `?`. In a field, `?` opens it only if the field is empty
 * and has `data-shortcuts`.
 */
export function Shortcuts({ groups, hasButton = false }: ShortcutsProps) {
  const [isOpen, setOpen] = useState(false);
  const dialog = useOnDemand(loadDialog, isOpen, () => setOpen(false));
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (key !== "?" || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      // Open dialogs take precedence.
      if (isTyping(target) || document.querySelector("[role=dialog], [role=alertdialog]")) return;
      event.preventDefault();
      setOpen(true);
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      {hasButton && (
        <button
          type="button"
          aria-label="Keyboard shortcuts"
          aria-keyshortcuts="?"
          onClick={() => setOpen(true)}
          onMouseDown={(event) => isStationField(document.activeElement) && event.preventDefault()}
          className="hidden size-11 shrink-0 place-items-center font-semibold hover:text-oxblood pointer-fine:grid"
        >
          ?
        </button>
      )}
      {dialog && (
        <dialog.Dialog open={isOpen} onOpenChange={setOpen} title="Keyboard shortcuts">
          {groups.map(({ title, keys }) => (
            <section key={title} aria-label={title} className="not-first:mt-6">
              <h3 className="font-sans text-sm font-semibold text-ink-soft">{title}</h3>
              <dl className="mt-1 border-t border-rule">
                {keys.map(([pressed, does]) => (
                  <div key={pressed} className="flex gap-4 border-b border-rule py-1.5">
                    <dt className="w-32 shrink-0 font-semibold">
                      <kbd className="font-sans">{pressed}</kbd>
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </dialog.Dialog>
      )}
    </>
  );
}

function isStationField(element: Element | null): boolean {
  return element instanceof HTMLInputElement && element.dataset.shortcuts !== undefined;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (isStationField(target)) return (target as HTMLInputElement).value !== "";
  const typed = "input:not([type=checkbox], [type=radio]), textarea, select";
  return target.isContentEditable || target.matches(typed);
}
