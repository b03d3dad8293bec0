import type { ReactNode } from "react";
import { useResultFocus } from "./use-result-focus.ts";

interface FocusedResultProps {
  /** Identifies the result; null for none. */
  result: string | null;
  className?: string;
  children: ReactNode;
}

/** Takes the focus once it shows a result, as the button that led to it is gone. */
export function FocusedResult({ result, className, children }: FocusedResultProps) {
  const said = useResultFocus<HTMLDivElement>(result);
  return (
    <div ref={said} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
