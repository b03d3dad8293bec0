import { createHash } from "node:crypto";
import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Company, Shop } from "#app/content/company.ts";
import type { RequestContext } from "#app/context.server.ts";
import { publicFormCounts } from "#app/domain/limits/rate-limits.ts";
import { whenAgain } from "#app/domain/limits/rate-rule.ts";
import {
  botSign,
  type FormAnswer,
  type FormName,
  formWords,
  refusedAnswer,
  sendingField,
  sentParameter,
} from "#app/features/inquiries/forms/form-words.ts";
import { recipientField } from "#app/features/inquiries/inquiry.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { RobotSign } from "#db/schema/values/inquiries.ts";

interface ReceivedForm<Schema extends z.ZodType<{ email: string }>> {
  name: FormName;
  page: string;
  schema: Schema;
  receive: (
    db: RequestContext["db"],
    form: z.output<Schema>,
    sending: { key: string; shop: Shop; robotSign: RobotSign | null },
  ) => Promise<unknown>;
}

/**
 * Handles a public form: returns validation errors, a rate limit, a refusal, a failure, or success. All
 * answers except success include the input. Suspected spam is answered like the rest, as it may be
 * a person whose browser autofills forms; `receive` holds it, drops it or accepts it.
 */
export async function receiveForm<Schema extends z.ZodType<{ email: string }>>(
  services: RequestContext,
  request: Request,
  { name, page, schema, receive }: ReceivedForm<Schema>,
) {
  const { db, log, shop } = services;
  const fields = await formFields(request);
  const sent = redirect(`${page}?${sentParameter}#${sentParameter}`);
  const form = checkForm(schema, fields);
  if (form.refused) return data<FormAnswer>(refusedAnswer(name, form.refused), { status: 400 });
  const recipient = fields[recipientField];
  // Still accepted, but only sent to us: the page may predate a change of our address.
  if (recipient && recipient !== shop.company.email) {
    log.warn({ form: name }, "a form named another recipient, which was ignored");
  }
  try {
    const wait = await tooOften(services, form.data.email);
    if (wait) return tryLater(name, fields, wait, shop.company);
    const robotSign = botSign(fields);
    await receive(db, form.data, { key: sendingKey(fields, form.data), shop, robotSign });
    if (robotSign) log.info({ form: name, robotSign }, "a form looked like a robot's");
  } catch (error) {
    if (isRefusal(error)) {
      const problem = { title: formWords[name].failed.title, description: error.message };
      return data<FormAnswer>({ problem, values: fields }, { status: error.status });
    }
    log.error({ err: error, form: name }, "a form could not be received");
    const problem = formWords[name].failed;
    return data<FormAnswer>({ problem, values: fields }, { status: 503 });
  }
  return sent;
}

/** Returns the seconds until the sender may submit again; null if allowed now. */
function tooOften({ limits, clientAddress }: RequestContext, email: string) {
  return limits.takeAll(publicFormCounts(clientAddress, email));
}

function tryLater(
  name: FormName,
  fields: Record<string, string>,
  seconds: number,
  { phone }: Company,
) {
  const description = `Too many messages in a short time. Please try again ${whenAgain(seconds)}, or call us at ${phone.display}.`;
  const problem = { title: formWords[name].failed.title, description };
  const headers = { "Retry-After": String(seconds) };
  return data<FormAnswer>({ problem, values: fields }, { status: 429, headers });
}

/**
 * Returns the idempotency key of a submission: the mark set by the page's script plus the content,
 * so that repeated submissions are stored once, but a corrected one is new. Without JavaScript
 * there is no mark, and identical content counts once per day (UTC).
 */
export function sendingKey(fields: Record<string, string>, data: object): string {
  const mark = fields[sendingField] || new Date().toISOString().slice(0, 10);
  return createHash("sha256")
    .update(JSON.stringify([mark, data]))
    .digest("base64url");
}
