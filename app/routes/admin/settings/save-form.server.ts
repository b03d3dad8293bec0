import { data, redirect } from "react-router";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import type { Admin } from "#app/features/auth/capability.ts";
import { adminContext } from "#app/features/auth/guards.server.ts";
import { SettingsConflictError, seenOf } from "#app/features/settings/settings-group.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { Route } from "./+types/settings.ts";
import { settingsConflict } from "./settings-form.tsx";

interface SettingsForm<Value extends object> {
  fields: Record<string, string>;
  wanted: Value;
  /** What is saved, for the log. */
  what: string;
  /** Said if it could not be saved. */
  failed: string;
  /** Where the page says that it is saved. */
  to: string;
  read: (db: RequestContext["db"], admin: Admin) => Promise<Value>;
  save: (
    db: RequestContext["db"],
    admin: Admin,
    wanted: Value,
    seen: string | undefined,
  ) => Promise<void>;
}

/**
 * Saves settings that have a table of their own, and answers the form: a redirect, 409 if somebody
 * else has saved meanwhile, 503 if they could not be saved. What was typed is in the answer.
 */
export async function saveForm<Value extends object>(
  context: Route.ActionArgs["context"],
  { fields, wanted, what, failed, to, read, save }: SettingsForm<Value>,
) {
  const { db, log, catalog, settings } = context.get(requestContext);
  const admin = context.get(adminContext);
  try {
    await save(db, admin, wanted, fields.seen);
  } catch (error) {
    if (error instanceof SettingsConflictError) {
      const values = { ...fields, seen: seenOf(await read(db, admin)) };
      return data<FormAnswer>({ message: settingsConflict, values }, { status: 409 });
    }
    log.error({ err: error }, `changing ${what} failed`);
    return data<FormAnswer>({ message: failed, values: fields }, { status: 503 });
  }
  // The shop's settings decide what its pages say. Every other server drops them when notified.
  catalog.drop();
  await settings.renew();
  return redirect(`${to}?saved`);
}
