import { type ActionFunctionArgs, data } from "react-router";
import { type RequestContext, requestContext } from "#app/context.server.ts";
import { withoutSecrets } from "#app/lib/form/check-form.ts";
import { type FormAnswer, formFields } from "#app/lib/form/submitted-form.ts";
import { Refusal } from "#app/lib/refusal.ts";

type Fields = Record<string, string>;

type FormArgs = Pick<ActionFunctionArgs, "request" | "context" | "url">;

export interface Answering<Answer> {
  failed: string | ((fields: Fields) => string);
  log: string;
  facts?: (fields: Fields) => object;
  /** Requires a recent proof of identity: `requireRecentProof`, or `proofFor` some forms. */
  proof?: (args: FormArgs) => Promise<void>;
  /** Additional parts of each refusal, e.g. which of a page's forms was refused. */
  besides?: (fields: Fields) => Partial<Answer>;
}

/** A redirect, or data shown beside the form. */
type Answered<Answer> = Response | ReturnType<typeof data<Answer>>;

/**
 * Answers a submitted form, in a route's `action`: with the result of `run`, or with the reason for
 * its refusal or failure and the input.
 */
export async function answerForm<Answer extends FormAnswer = FormAnswer>(
  args: FormArgs,
  { failed, log, facts, proof, besides }: Answering<Answer>,
  run: (fields: Fields, services: RequestContext) => Promise<Answered<Answer>>,
): Promise<Answered<Answer>> {
  await proof?.(args);
  const services = args.context.get(requestContext);
  const fields = await formFields(args.request);
  const refused = (answer: FormAnswer, init: ResponseInit, newer?: Fields) => {
    const values = { ...withoutSecrets(fields), ...newer };
    return data({ values, ...besides?.(fields), ...answer } as Answer, init);
  };
  try {
    return await run(fields, services);
  } catch (error) {
    if (error instanceof Refusal) {
      const { answer, status, wait } = error;
      const headers = wait ? { "Retry-After": String(wait) } : undefined;
      return refused(answer, { status, headers }, error.fields);
    }
    // The router's own: a redirect, or an error page.
    if (error instanceof Response || error instanceof Data) throw error;
    services.log.error({ err: error, ...facts?.(fields) }, log);
    const message = typeof failed === "string" ? failed : failed(fields);
    return refused({ message }, { status: 503 });
  }
}

const Data = data(null).constructor;
