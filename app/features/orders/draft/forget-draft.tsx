import { useEffect } from "react";
import { forgetPlacedDraft } from "./order-draft-store.ts";

interface ForgetDraftProps {
  accountId: string;
  /** The request id that placed the order shown on this page. */
  requestId: string | null;
}

/** Renders nothing. Clears the browser's draft once its order is known to be placed. */
export function ForgetDraft({ accountId, requestId }: ForgetDraftProps) {
  useEffect(() => {
    if (requestId) forgetPlacedDraft(accountId, requestId);
  }, [accountId, requestId]);
  return null;
}
