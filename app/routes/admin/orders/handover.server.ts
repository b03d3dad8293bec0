import type { Handover } from "#app/domain/ordering/transition/order-transition.server.ts";
import {
  deliverByStaff,
  refuseHeldMeat,
} from "#app/features/runs/reports/report-by-staff.server.ts";
import { undoDelivery } from "#app/features/runs/reports/take-back.server.ts";

/** The transitions that runs implement: handing over, and undoing that. */
export const handover: Handover = {
  refuseFirst: refuseHeldMeat,
  deliver: deliverByStaff,
  undeliver: undoDelivery,
};
