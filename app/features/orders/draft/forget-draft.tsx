import { useEffect } from "react";
import { forgetPlacedDraft } from "./order-draft-store.ts";

interface ForgetDraftProps {
  accountId: string;
  /** The request that placed the order that this page shows. */
  requestId: string | null;
}

/** Draws nothing; the browser forgets the draft of an order that is known to be placed. */
export function ForgetDraft({ accountId, requestId }: ForgetDraftProps) {
  useEffect(() => {
    if (requestId) forgetPlacedDraft(accountId, requestId);
  }, [accountId, requestId]);
  return null;
}
