import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { Notice } from "../page/notice.tsx";
import { toast } from "./toast-store.ts";

interface SaidOnceProps {
  title: string;
  description?: string;
  /** Something was refused, rather than done. */
  isRefusal?: boolean;
  /** The address's parameters that had it said; they are removed. */
  parameters: readonly string[];
  /** Called when it is said in a toast. */
  onSaid?: () => void;
  className?: string;
}

/**
 * Says what the address tells of: in a toast, without JavaScript on the page. The address forgets it,
 * so that neither a reload nor a bookmark says it again.
 */
export function SaidOnce(props: SaidOnceProps) {
  const { title, description, isRefusal = false, parameters, onSaid, className } = props;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const rest = new URLSearchParams(search);
    if (!parameters.some((name) => rest.has(name))) return;
    toast({ title, description, variant: isRefusal ? "destructive" : "default" });
    onSaid?.();
    for (const name of parameters) rest.delete(name);
    void navigate({ pathname, search: `${rest}` }, { replace: true, preventScrollReset: true });
  }, [title, description, isRefusal, parameters, onSaid, pathname, search, navigate]);

  return (
    <noscript>
      <Notice tone={isRefusal ? "error" : "success"} title={title} className={className}>
        {description}
      </Notice>
    </noscript>
  );
}
