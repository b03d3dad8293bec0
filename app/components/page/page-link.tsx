import type { ComponentProps } from "react";
import { Link, useLocation } from "react-router";

interface PageLinkProps extends ComponentProps<typeof Link> {
  to: string;
  /** Pages below it are not it. */
  end?: boolean;
}

/** A link of a menu: says when the page it leads to, or one below that, is the current one. */
export function PageLink({ to, end = false, ...rest }: PageLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link {...rest} to={to} aria-current={isCurrent ? "page" : undefined} />;
}
