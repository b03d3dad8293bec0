import { ChevronLeft } from "lucide";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "../icon.tsx";

interface BackLinkProps {
  to: string;
  children?: ReactNode;
  /** Where "Back" leads, for screen readers: "to the orders". */
  where?: string;
}

/** A link back to the page above this one. */
export function BackLink({ to, children, where }: BackLinkProps) {
  return (
    <Link
      to={to}
      className="group -ml-1 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold hover:text-oxblood"
    >
      <Icon of={ChevronLeft} className="size-4 transition-transform group-hover:-translate-x-0.5" />
      {children ?? "Back"}
      {where && <span className="sr-only"> {where}</span>}
    </Link>
  );
}
