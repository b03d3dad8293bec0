import { z } from "zod";
import { email, filledName } from "#app/lib/form/form-texts.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { type StaffRole, staffRoles } from "#db/schema/values/staff.ts";

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

export interface StaffMember {
  userId: string;
  name: string;
  email: string;
  role: StaffRole;
  /** True for the administrator named in the settings, who stays an owner. */
  isDesignated: boolean;
  /** Null if they haven't signed in since this has been recorded. */
  lastSignInAt: Date | null;
  hasSecondFactor: boolean;
}

/** True if a member may be sent a link to sign in: they never have, and no setting names them. */
export function mayBeInvitedAgain({
  lastSignInAt,
  isDesignated,
}: Pick<StaffMember, "lastSignInAt" | "isDesignated">): boolean {
  return lastSignInAt === null && !isDesignated;
}

export interface StaffInvitation {
  id: string;
  email: string;
  name: string;
  role: StaffRole;
  invitedAt: Date;
  expiresAt: Date;
  /** Why its email could not be delivered; null if it could, or is still being tried. */
  refused: string | null;
}

/** The link of an invitation, which only the answer to its form contains. */
export interface InvitationLink {
  id: string;
  email: string;
  expiresAt: Date;
  url: string;
}

const role = z.enum(staffRoles, "Please choose a role");

export const inviteForm = z.object({
  name: filledName("Please enter their name"),
  email,
  role,
});

export type InviteForm = z.infer<typeof inviteForm>;

/** Form to change a member's role; `seen` is the role shown to the owner. */
export const roleForm = z.object({ role, seen: z.enum(staffRoles) });

export type StaffRefusal =
  | "not an owner"
  | "gone"
  | "self"
  | "designated"
  | "changed"
  | "on the staff"
  | "invited"
  | "no invitation";

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

/** Returns a refusal; `about` is the member's id if the answer should link to them. */
export function staffRefusal(reason: StaffRefusal, about?: string): Refusal<StaffRefusal> {
  const isMissing = reason === "gone" || reason === "no invitation";
  return new Refusal(reason, refusalText[reason], {
    status: isMissing ? 404 : 409,
    ...(about !== undefined && { answer: { memberId: about } }),
  });
}
