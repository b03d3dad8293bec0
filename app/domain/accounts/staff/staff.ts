import { z } from "zod";
import { email, filledName } from "#app/lib/form/form-texts.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { type StaffRole, staffRoles } from "#db/schema/values/staff.ts";

/** What a role is called, and what it is for. */
export const roleText: Record<StaffRole, { label: string; does: string }> = {
  owner: { label: "Owner", does: "Everything, settings and staff too." },
  packer: { label: "Packer", does: "Packs orders and keeps lots. Sees no prices." },
  driver: { label: "Driver", does: "Plans runs and delivers orders." },
  office: {
    label: "Office",
    does: "Takes, changes and moves orders, plans deliveries, makes clients, answers the inbox. Releases held orders up to an amount that you set.",
  },
  counter: {
    label: "Counter",
    does: "Sells over the counter, hands over pickups, and takes the money for both and for orders. Counts the tills. Sees no accounts.",
  },
  bookkeeper: {
    label: "Bookkeeper",
    does: "Invoices, receivables, credits, payments and prices. Sees orders and clients.",
  },
  catalogue: { label: "Catalogue", does: "Products and what the shop says about them." },
};

/** A member of the staff. */
export interface StaffMember {
  userId: string;
  name: string;
  email: string;
  role: StaffRole;
  /** The administrator whom the settings name, who stays an owner. */
  isDesignated: boolean;
  /** Null if they haven't since it is kept. */
  lastSignInAt: Date | null;
  /** An authenticator app or a passkey. */
  hasSecondFactor: boolean;
}

/** Whether a member can be sent a link to come in with: one who never has, and whom no setting names. */
export function mayBeInvitedAgain({
  lastSignInAt,
  isDesignated,
}: Pick<StaffMember, "lastSignInAt" | "isDesignated">): boolean {
  return lastSignInAt === null && !isDesignated;
}

/** Somebody who was asked to join and has not answered. */
export interface StaffInvitation {
  id: string;
  email: string;
  name: string;
  role: StaffRole;
  invitedAt: Date;
  /** When the mailed link stops working. */
  expiresAt: Date;
  /** Why its mail could not be delivered; null if it could, or is still tried. */
  refused: string | null;
}

const role = z.enum(staffRoles, "Please choose a role");

/** Invites somebody. */
export const inviteForm = z.object({
  name: filledName("Please enter their name"),
  email,
  role,
});

export type InviteForm = z.infer<typeof inviteForm>;

/** Gives a member another role; `seen` is the one that the owner saw. */
export const roleForm = z.object({ role, seen: z.enum(staffRoles) });

/** Why staff can't be changed that way. */
export type StaffRefusal =
  | "not an owner"
  | "gone"
  | "self"
  | "designated"
  | "changed"
  | "on the staff"
  | "invited"
  | "no invitation";

/** Each with the sentence that the owner reads. */
const refusalText: Record<StaffRefusal, string> = {
  "not an owner": "You are no longer an owner. Nothing was changed.",
  gone: "They are no longer on the staff. Nothing was changed.",
  self: "You can't change your own role. Ask another owner.",
  designated: "The administrator whom the shop's settings name stays an owner.",
  changed: "Someone has changed their role in the meantime. Look at it again.",
  "on the staff": "Someone with this address is already on the staff.",
  invited: "This address is already invited. Send the invitation again, or withdraw it.",
  "no invitation": "This invitation is no longer open: it was accepted or withdrawn.",
};

/** Why it is refused; `about` is the id of the member whom it is about, if the answer is to lead there. */
export function staffRefusal(reason: StaffRefusal, about?: string): Refusal<StaffRefusal> {
  const isMissing = reason === "gone" || reason === "no invitation";
  return new Refusal(reason, refusalText[reason], {
    status: isMissing ? 404 : 409,
    ...(about !== undefined && { answer: { memberId: about } }),
  });
}
