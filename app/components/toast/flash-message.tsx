import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { Notice } from "../page/notice.tsx";
import { toast } from "./toast-store.ts";

interface FlashMessageProps {
  title: string;
  description?: string;
  isRefusal?: boolean;
  /** Query parameters that triggered it; they are removed. */
  parameters: readonly string[];
  /** An action offered in the toast. Must be stable between renders. */
  action?: { label: string; run: () => void };
  onSaid?: () => void;
  className?: string;
}

/**
 * Shows a message requested by query parameters: as a toast, or on the page without JavaScript.
 * Removes the parameters, so that neither a reload nor a bookmark repeats it.
 */
export function FlashMessage(props: FlashMessageProps) {
  const { title, description, isRefusal = false, parameters, action, onSaid, className } = props;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // A string, since a new array on each render would show the message again and interrupt a
  // navigation.
  const names = parameters.join(" ");

  useEffect(() => {
    const rest = new URLSearchParams(search);
    const triggers = names.split(" ");
    if (!triggers.some((name) => rest.has(name))) return;
    toast({ title, description, variant: isRefusal ? "destructive" : "default", action });
    onSaid?.();
    // Remounting a form may lose the focus; move it to the page, so that Tab continues from here.
    if (document.activeElement === document.body) {
      document.getElementById("main")?.focus({ preventScroll: true });
    }
    for (const name of triggers) rest.delete(name);
    void navigate({ pathname, search: `${rest}` }, { replace: true, preventScrollReset: true });
  }, [title, description, isRefusal, names, action, onSaid, pathname, search, navigate]);

  return (
    <noscript>
      <Notice tone={isRefusal ? "error" : "success"} title={title} className={className}>
        {description}
      </Notice>
    </noscript>
  );
}
