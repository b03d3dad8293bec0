import { Badge, type BadgeTone } from "#app/components/badge.tsx";
import type { CreditStatus } from "#db/schema/values/money.ts";
import { statusText } from "./credit.ts";

const tones: Record<CreditStatus, BadgeTone> = {
  open: "pending",
  approved: "delivered",
  declined: "cancelled",
};

/** Shows the state of a credit request. */
export function CreditBadge({ status }: { status: CreditStatus }) {
  return <Badge tone={tones[status]}>{statusText[status]}</Badge>;
}
