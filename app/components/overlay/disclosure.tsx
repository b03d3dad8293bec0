import { type ReactNode, useEffect, useRef } from "react";
import { warmUpNear } from "../use-on-demand.ts";

interface DisclosureProps {
  /** What is always in sight; becomes the content of the `<summary>`. */
  label: ReactNode;
  className?: string;
  summaryClassName?: string;
  panelClassName?: string;
  /** For a menu that lies over the page, as on a telephone. */
  closesOnBack?: boolean;
  children: ReactNode;
}

const loadClosing = () => import("./disclosure-closing.ts");

/**
 * A small menu that opens below its label. It is a `<details>`, so it opens without JavaScript too;
 * with it, Escape, a press outside, leaving with Tab and following one of its links close it.
 */
export function Disclosure({ closesOnBack = false, ...props }: DisclosureProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const details = menu.current;
    if (!details) return;
    const using = new AbortController();
    // It opens by itself; what closes it is fetched meanwhile. Without it, its label still does.
    const prepare = () => {
      const { href } = location;
      loadClosing().then(
        ({ closeWhenLeft }) => closeWhenLeft(details, { href, closesOnBack, signal: using.signal }),
        () => undefined,
      );
    };
    // Opened before the page's scripts ran.
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
