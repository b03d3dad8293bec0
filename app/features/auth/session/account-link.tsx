import { Link } from "react-router";
import { useAuth } from "./auth-context.tsx";

/**
 * Login for a visitor, Dashboard for a client, Admin for an administrator (specification,
 * section 2). Everybody is served Login; the browser corrects it once it knows better.
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
