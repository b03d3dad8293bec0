import { Link } from "react-router";
import { useAuth } from "./auth-context.tsx";

/**
 * Login for a visitor, Dashboard for a client, Admin for an administrator (specification, section
 * 2). The server always renders Login; the browser corrects it after hydration.
 */
export function AccountLink({ className }: { className?: string }) {
  const { user, isAdmin } = useAuth();
  const [label, to] = !user
    ? ["Login", "/login"]
    : isAdmin
      ? ["Admin", "/admin"]
      : ["Dashboard", "/dashboard"];
  return (
    <Link to={to} className={className}>
      {label}
    </Link>
  );
}
