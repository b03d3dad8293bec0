import type { ComponentProps } from "react";
import { Link, useLocation } from "react-router";

interface PageLinkProps extends ComponentProps<typeof Link> {
  to: string;
  /** If true, pages below it don't count as current. */
  end?: boolean;
}

/** A menu link; marks itself as current on its page and on pages below it. */
export function PageLink({ to, end = false, ...rest }: PageLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to || (!end && pathname.startsWith(`${to}/`));
  return <Link {...rest} to={to} aria-current={isCurrent ? "page" : undefined} />;
}
