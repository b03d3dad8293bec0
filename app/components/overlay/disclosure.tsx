import { type ReactNode, useEffect, useRef } from "react";
import { warmUpNear } from "../use-on-demand.ts";

interface DisclosureProps {
  /** Always visible; the content of the `<summary>`. */
  label: ReactNode;
  className?: string;
  summaryClassName?: string;
  panelClassName?: string;
  /** For a menu that covers the page, as on phones. */
  closesOnBack?: boolean;
  children: ReactNode;
}

const loadClosing = () => import("./disclosure-closing.ts");

/**
 * A small menu that opens below its label. A `<details>`, so that it opens without JavaScript; with
 * it, Escape, a press outside, tabbing out and following one of its links close it.
 */
export function Disclosure({ closesOnBack = false, ...props }: DisclosureProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const details = menu.current;
    if (!details) return;
    const using = new AbortController();
    // The browser opens it; the closing behaviour loads meanwhile. If that fails, the label still
    // closes it.
    const prepare = () => {
      const { href } = location;
      loadClosing().then(
        ({ closeWhenLeft }) => closeWhenLeft(details, { href, closesOnBack, signal: using.signal }),
        () => undefined,
      );
    };
    // Opened before hydration.
    if (details.open) prepare();
    else details.addEventListener("toggle", prepare, { once: true, signal: using.signal });
    return () => using.abort();
  }, [closesOnBack]);

  return (
    <details ref={menu} className={props.className}>
      <summary {...warmUpNear(loadClosing)} className={props.summaryClassName}>
        {props.label}
      </summary>
      <div className={props.panelClassName}>{props.children}</div>
    </details>
  );
}
