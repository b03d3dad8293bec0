import { data, redirect } from "react-router";
import type { RequestContext } from "#app/context.server.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import {
  type InboxBox,
  InboxConflictError,
  InboxNotFoundError,
} from "#app/features/inquiries/inbox/inbox.ts";
import {
  markAsPerson,
  markHandled,
  reopen,
} from "#app/features/inquiries/inbox/inbox-status.server.ts";
import { inviteSender } from "#app/features/inquiries/inbox/invitations.server.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { type InboxAnswer, notSaved } from "./inbox-answer.ts";
import { donePath, type InboxDeed, isDeed } from "./inbox-done.tsx";

interface InboxAction {
  services: RequestContext;
  admin: Admin;
  request: Request;
  box: InboxBox;
  id: string;
}

const conflicts: Record<InboxDeed, string> = {
  handled: "Somebody has marked this as handled in the meantime.",
  reopened: "Somebody has reopened this in the meantime.",
  released: "Somebody has dealt with this in the meantime.",
  invited:
    "Somebody has sent an invitation in the meantime. Check its date before you send another.",
};

/** Handles a button on the page of a message or inquiry, then redirects back. */
export async function actOnInbox({ services, admin, request, box, id }: InboxAction) {
  const { deed, ...fields } = await formFields(request);
  if (!isDeed(deed) || (deed === "invited" && box !== "inquiries")) {
    return data<InboxAnswer>(notSaved, { status: 400 });
  }
  const { db, shop, inboxCount, log } = services;
  try {
    if (deed === "handled") await markHandled(db, admin, { box, id });
    else if (deed === "reopened") await reopen(db, admin, { box, id });
    else if (deed === "released") await markAsPerson(db, admin, { box, id });
    else {
      const invitedBefore = momentOf(fields.invitedAt);
      await inviteSender(db, admin, { id, invitedBefore, shop });
    }
  } catch (error) {
    if (error instanceof InboxNotFoundError) throw data(null, { status: 404 });
    if (error instanceof InboxConflictError) {
      return data<InboxAnswer>({ message: conflicts[deed], isConflict: true }, { status: 409 });
    }
    log.error({ err: error, deed }, "changing the inbox failed");
    return data<InboxAnswer>(notSaved, { status: 503 });
  }
  // The page may revalidate before the database's notification arrives.
  inboxCount.drop();
  return redirect(donePath(`/admin/inbox/${box}/${id}`, deed));
}

/** Parses the timestamp that our page put into its form; null for anything else. */
function momentOf(text = ""): Date | null {
  const date = new Date(text);
  return date.getTime() >= 0 && date.toISOString() === text ? date : null;
}
