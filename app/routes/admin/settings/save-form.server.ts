import { type ActionFunctionArgs, data, redirect } from "react-router";
import type { RequestContext } from "#app/context.server.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { adminContext } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import { type Answering, answerForm } from "#app/routes/answer-form.server.ts";

interface SettingsForm<Value extends object>
  extends Pick<Answering<FormAnswer>, "failed" | "proof"> {
  what: string;
  to: string;
  /** Parses the form's settings, or returns another answer. @throws Refusal */
  read: (fields: Record<string, string>, db: RequestContext["db"]) => Promise<Value | Answer>;
  /** @throws Refusal if somebody else has saved in the meantime */
  save: (
    db: RequestContext["db"],
    admin: Admin,
    wanted: Value,
    seen: string | undefined,
  ) => Promise<void>;
}

type Answer = ReturnType<typeof data<FormAnswer>>;

/** Saves settings that have their own table, in a route's `action`. */
export function saveForm<Value extends object>(
  args: Pick<ActionFunctionArgs, "request" | "context" | "url">,
  { failed, what, to, read, save, proof = requireRecentProof }: SettingsForm<Value>,
) {
  const answering = { failed, log: `changing ${what} failed`, proof };
  return answerForm(args, answering, async (fields, { db, catalog, settings }) => {
    const wanted = await read(fields, db);
    if (isAnswer(wanted)) return wanted;
    await save(db, args.context.get(adminContext), wanted, fields.seen);
    // Pages depend on the settings. Every server drops its cached ones when notified; this one must
    // do so before it responds.
    catalog.drop();
    await settings.renew();
    return redirect(`${to}?saved`);
  });
}

function isAnswer(value: object): value is Answer {
  return value instanceof data(null).constructor;
}
