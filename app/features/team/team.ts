import { z } from "zod";
import { email, filledName } from "#app/lib/form/form-texts.ts";
import { centsOf } from "#app/lib/form/typed-numbers.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { MemberRole } from "#db/schema/values/customers.ts";

export const teamPath = "/dashboard/team";

/** Validity of an invitation's link in days, which the email states. */
export const teamInvitationDays = 14;

/** Maximum number of open invitations per customer. */
export const mostInvitations = 20;

/** Maximum number of members per customer. */
export const mostMembers = 50;

const mostLimitCents = 9_999_999_99;

export const memberRoleText: Record<MemberRole, { label: string; does: string }> = {
  owner: { label: "Owner", does: "Everything, the team and business details too." },
  approver: {
    label: "Approver",
    does: "Orders, and approves what others have ordered. Sees invoices.",
  },
  buyer: {
    label: "Buyer",
    does: "Orders. Above a limit that you may set, an order waits for an approver.",
  },
  bookkeeper: {
    label: "Bookkeeper",
    does: "Invoices, payments and statements, which go to their address. Does not order.",
  },
  viewer: { label: "Viewer", does: "Sees orders and invoices. Does not order." },
};

/** There is exactly one owner already. */
export const givenRoles = ["buyer", "approver", "bookkeeper", "viewer"] as const;

export interface TeamMember {
  userId: string;
  name: string;
  email: string;
  role: MemberRole;
  /** Ids of the sites they see and order for; null for all. */
  siteIds: string[] | null;
  /** A buyer's orders from this amount in cents need approval; null for no limit. */
  approveOverCents: number | null;
}

export interface TeamInvitation extends Omit<TeamMember, "userId"> {
  id: string;
  expiresAt: Date;
}

/** A customer that a user belongs to. */
export interface Membership {
  customerId: string;
  name: string;
  role: MemberRole;
}

/** Those of the sites are `site-<id>`. */
export const teamField = {
  intent: "intent",
  about: "about",
  name: "name",
  email: "email",
  role: "role",
  limit: "limit",
  allSites: "allSites",
} as const;

export const siteField = (id: string) => `site-${id}`;

const limit = z
  .string()
  .default("")
  .transform((typed, context) => {
    if (typed.trim() === "") return null;
    const cents = centsOf(typed);
    if (cents !== null && cents >= 0 && cents <= mostLimitCents) return cents;
    context.addIssue("Please enter an amount in dollars, such as 400.00, or leave it empty");
    return z.NEVER;
  });

const rights = {
  role: z.enum(givenRoles, "Please choose a role"),
  limit,
  allSites: z.string().optional(),
};

export const inviteForm = z.object({
  name: filledName("Please enter their name"),
  email,
  ...rights,
});

export const memberForm = z.object(rights);

export type TypedRights = z.output<typeof memberForm>;

/** Returns the sites checked in a form. */
export function sitesIn(fields: Record<string, string>): string[] {
  return Object.keys(fields).flatMap((name) =>
    name.startsWith("site-") ? [name.slice("site-".length)] : [],
  );
}

export type TeamRefusal =
  | "not an owner"
  | "gone"
  | "owner"
  | "member already"
  | "invited"
  | "no invitation"
  | "too many"
  | "too often"
  | "no sites";

const refusalText: Record<TeamRefusal, string> = {
  "not an owner": "Only the owner of this account can change its team. Nothing was changed.",
  gone: "They are no longer in the team. Nothing was changed.",
  owner: "The owner stays the owner. To hand the account over, please call us.",
  "member already": "Somebody with this address is in the team already.",
  invited: "This address is invited already. Send the invitation again, or withdraw it.",
  "no invitation": "This invitation is no longer open: it was accepted or withdrawn.",
  "too many": "That is as many as one team can have. Remove somebody first, or call us.",
  "too often": "Too many emails went to this address lately. Please try again tomorrow.",
  "no sites": "Please tick at least one site, or all of them.",
};

const fieldOf: Partial<Record<TeamRefusal, string>> = {
  "member already": teamField.email,
  invited: teamField.email,
  "too often": teamField.email,
  "no sites": teamField.allSites,
};

/** Refuses a change of the team. */
export function teamRefusal(reason: TeamRefusal): Refusal<TeamRefusal> {
  const field = fieldOf[reason];
  const missing = reason === "gone" || reason === "no invitation";
  return new Refusal(reason, refusalText[reason], {
    status: reason === "not an owner" ? 403 : missing ? 404 : 409,
    ...(field !== undefined && { field }),
  });
}
