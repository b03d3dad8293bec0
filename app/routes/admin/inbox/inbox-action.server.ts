import { type ActionFunctionArgs, data, redirect } from "react-router";
import type { InboxBox } from "#app/features/inquiries/inbox/inbox.ts";
import {
  markAsPerson,
  markHandled,
  noteReply,
  reopen,
} from "#app/features/inquiries/inbox/inbox-status.server.ts";
import { inviteSender } from "#app/features/inquiries/inbox/invitations.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { isRefusal, Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { type InboxAnswer, notSaved } from "./inbox-answer.ts";
import { donePath, type InboxAction, isAction } from "./inbox-done.tsx";

const conflicts: Record<InboxAction, string> = {
  handled: "Someone has marked this as handled in the meantime.",
  reopened: "Someone has reopened this in the meantime.",
  released: "Someone has dealt with this in the meantime.",
  replied: notSaved.message,
  invited:
    "Someone has sent an invitation in the meantime. Check its date before you send another.",
};

/** Handles a button on the page of a message or inquiry, then redirects back. */
export const inboxAction =
  (box: InboxBox) =>
  (args: Pick<ActionFunctionArgs, "request" | "context" | "url"> & { params: { id: string } }) => {
    const answering = {
      failed: notSaved.message,
      log: "changing the inbox failed",
      facts: ({ intent }: Record<string, string>) => ({ intent }),
    };
    return answerForm<InboxAnswer>(args, answering, async (fields, { db, shop, inboxCount }) => {
      const { intent } = fields;
      const { id } = args.params;
      const staff = staffWith(args.context, "inbox");
      if (!isAction(intent) || (intent === "invited" && box !== "inquiries")) {
        throw new Refusal("invalid", notSaved.message);
      }
      try {
        if (intent === "handled") await markHandled(db, staff, { box, id });
        else if (intent === "reopened") await reopen(db, staff, { box, id });
        else if (intent === "released") await markAsPerson(db, staff, { box, id });
        else if (intent === "replied") await noteReply(db, staff, { box, id });
        else {
          const invitedBefore = momentOf(fields.invitedAt);
          await inviteSender(db, staff, { id, invitedBefore, shop });
        }
      } catch (error) {
        if (isRefusal(error, "gone")) throw data(null, { status: 404 });
        if (!isRefusal(error, "changed")) throw error;
        throw new Refusal("changed", conflicts[intent], { answer: { isConflict: true } });
      }
      // The page may revalidate before the database's notification arrives.
      inboxCount.drop();
      return redirect(donePath(`/admin/inbox/${box}/${id}`, intent));
    });
  };

function momentOf(text = ""): Date | null {
  const date = new Date(text);
  return date.getTime() >= 0 && date.toISOString() === text ? date : null;
}
