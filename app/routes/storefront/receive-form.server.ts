import { data, redirect } from "react-router";
import type { z } from "zod";
import { site } from "#app/content/site.ts";
import type { RequestContext } from "#app/context.server.ts";
import { botSign } from "#app/features/inquiries/bot-signs.ts";
import { checkForm } from "#app/features/inquiries/check-form.ts";
import {
  type FormAnswer,
  type FormName,
  formWords,
  sentParameter,
} from "#app/features/inquiries/form-words.ts";
import { recipientField } from "#app/features/inquiries/inquiry.ts";
import { sendingKey } from "#app/features/inquiries/sending-key.server.ts";
import { networkOf } from "#app/features/limits/network.ts";
import type { RateRule } from "#app/features/limits/rate-rule.ts";
import { whenAgain } from "#app/features/limits/when-again.ts";
import { formFields } from "#app/lib/form-fields.ts";

interface ReceivedForm<Schema extends z.ZodType<{ email: string }>> {
  name: FormName;
  page: string;
  schema: Schema;
  /** Keeps what was sent and queues its mails. */
  receive: (
    db: RequestContext["db"],
    form: z.output<Schema>,
    sending: { key: string; siteUrl: string },
  ) => Promise<unknown>;
}

/** Of both forms together. Many people may share an address; nobody writes from one e-mail so often. */
const byNetwork: RateRule = { name: "public form by network", times: 20, seconds: 3600 };
const byEmail: RateRule = { name: "public form by e-mail", times: 5, seconds: 3600 };

/**
 * Takes in a form of a public page: robots are told what people are, and nothing comes of it; people
 * are told what is wrong, to wait, or that it was sent. What was typed is in every answer but the last.
 */
export async function receiveForm<Schema extends z.ZodType<{ email: string }>>(
  services: RequestContext,
  request: Request,
  { name, page, schema, receive }: ReceivedForm<Schema>,
) {
  const { db, log, siteUrl } = services;
  const fields = await formFields(request);
  const sent = redirect(`${page}?${sentParameter}#${sentParameter}`);
  const sign = botSign(fields);
  if (sign) {
    log.info({ form: name, sign }, "a robot's form was dropped");
    return sent;
  }
  const form = checkForm(name, schema, fields);
  if (form.refused) return data<FormAnswer>(form.refused, { status: 400 });
  const recipient = fields[recipientField];
  // Delivered all the same, and to us alone: it may be a page from before the address changed.
  if (recipient && recipient !== site.email) {
    log.warn({ form: name }, "a form named another recipient, which was ignored");
  }
  try {
    const wait = await tooOften(services, form.data.email);
    if (wait) return tryLater(name, fields, wait);
    await receive(db, form.data, { key: sendingKey(fields, form.data), siteUrl });
  } catch (error) {
    log.error({ err: error, form: name }, "a form could not be received");
    const problem = formWords[name].failed;
    return data<FormAnswer>({ problem, values: fields }, { status: 503 });
  }
  return sent;
}

/** In how many seconds whoever sends may do so again; null when at once. */
async function tooOften({ limits, clientAddress }: RequestContext, email: string) {
  const byAddress = await limits.take(byNetwork, networkOf(clientAddress));
  return byAddress ?? (await limits.take(byEmail, email));
}

function tryLater(name: FormName, fields: Record<string, string>, seconds: number) {
  const description = `Too much was sent in a short time. Please try again ${whenAgain(seconds)}, or call us at ${site.phone.display}.`;
  const problem = { title: formWords[name].failed.title, description };
  const headers = { "Retry-After": String(seconds) };
  return data<FormAnswer>({ problem, values: fields }, { status: 429, headers });
}
