import type { Handover } from "#app/domain/ordering/transition/order-transition.server.ts";
import { deliverByStaff } from "#app/features/runs/reports/record-report.server.ts";
import { undoDelivery } from "#app/features/runs/reports/take-back.server.ts";

/** What the transitions leave to the runs: handing over, and taking that back. */
export const handover: Handover = {
  deliver: deliverByStaff,
  undeliver: undoDelivery,
};
