import { type ReactNode, useState } from "react";
import { toast } from "#app/components/toast/toast-store.ts";
import { authStore } from "./auth-browser.ts";

/** Ends the session in every tab and loads /. A form, so that it also works without JavaScript. */
export function SignOutButton({
  className,
  children = "Sign Out",
}: {
  className?: string;
  children?: ReactNode;
}) {
  const [leaving, setLeaving] = useState(false);
  async function leave() {
    setLeaving(true);
    try {
      await authStore.signOut();
    } catch {
      setLeaving(false);
      const description = "We could not tell whether you are signed out. Please try again.";
      toast({ title: "Error", description, variant: "destructive" });
    }
  }
  return (
    <form
      method="post"
      action="/logout"
      onSubmit={(event) => {
        event.preventDefault();
        if (!leaving) void leave();
      }}
    >
      <button type="submit" className={className} aria-busy={leaving || undefined}>
        {children}
      </button>
    </form>
  );
}
