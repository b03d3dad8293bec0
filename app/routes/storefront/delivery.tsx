import { data, type ShouldRevalidateFunction, useLocation } from "react-router";
import { answeredField, EmailField, PostalCodeField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { requestContext } from "#app/context.server.ts";
import { answerPostal, type PostalAnswer } from "#app/domain/delivery/postal/postal-answer.ts";
import { countDemand } from "#app/domain/delivery/postal/postal-api.server.ts";
import { PostalForm } from "#app/domain/delivery/postal/postal-form.tsx";
import {
  againParameter,
  deliveryPath,
  postalParameter,
} from "#app/domain/delivery/postal/postal-question.ts";
import { isSetUp } from "#app/domain/delivery/rules.ts";
import { joinWaitlist } from "#app/domain/delivery/waitlist.server.ts";
import { type ServedZone, servedZones } from "#app/domain/delivery/weekly-days.ts";
import { waitlistForm } from "#app/features/inquiries/forms/form-schemas.ts";
import { type FormAnswer, sentParameter } from "#app/features/inquiries/forms/form-words.ts";
import { PublicForm } from "#app/features/inquiries/forms/public-form.tsx";
import { sendPublicForm } from "#app/features/inquiries/forms/send-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import type { Route } from "./+types/delivery.ts";
import { pageMeta } from "./frame/page-meta.ts";
import { receiveForm } from "./receive-form.server.ts";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Delivery days",
    description:
      "Where we deliver in British Columbia and on which days, until when to order, the minimum and the fee; and where to pick up.",
  });

/** Keeps the `Retry-After` of the loader or the action. */
export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has("Retry-After") ? actionHeaders : loaderHeaders;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { deliveryRules, postalLimit, demand, clientAddress, log, shop } =
    context.get(requestContext);
  const query = url.searchParams;
  const typed = query.get(postalParameter);
  const wait = typed === null ? null : postalLimit.take(clientAddress);
  const rules = await orNull(deliveryRules.get(), log, "read the delivery rules");
  const zones = rules && servedZones(rules);
  const nothing = { typed, answer: null, zones, isTooFast: wait !== null };
  if (wait !== null) {
    return data(nothing, { status: 429, headers: { "Retry-After": String(wait) } });
  }
  if (typed === null || !rules || !isSetUp(rules)) return data(nothing, statusOf(rules));
  const { answer } = answerPostal(rules, typed, new Date(), shop.company);
  if (!query.has(againParameter)) countDemand(demand, answer);
  const isMistaken = answer.state === "malformed" || answer.state === "missing";
  return data({ ...nothing, answer }, { status: isMistaken ? 400 : 200 });
}

/** Submitting the form doesn't load the answer again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, ...args }) =>
  formMethod === undefined && args.defaultShouldRevalidate;

export function action({ request, context }: Route.ActionArgs) {
  return receiveForm(context.get(requestContext), request, {
    name: "waitlist",
    page: deliveryPath,
    schema: waitlistForm,
    receive: joinWaitlist,
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => sendPublicForm("waitlist", sent);

/** Where and when we deliver; with a postal code, its days. */
export default function Delivery({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, answer, zones, isTooFast } = loaderData;
  const { search } = useLocation();
  const postalCode = answer?.postalCode ?? actionData?.values?.postalCode;
  const isWaiting =
    answer?.state === "unserved" ||
    actionData !== undefined ||
    new URLSearchParams(search).has(sentParameter);
  return (
    <div className="page-width">
      <PageHeader
        size="page"
        title="Delivery days"
        lede="Enter your postal code to see your delivery days, order deadlines, minimums and fees."
      />
      {zones?.length === 0 ? (
        <p className="mt-8 max-w-xl text-lg">
          We currently ship across British Columbia.{" "}
          <TextLink to="/faq#shipping">How we ship</TextLink>
        </p>
      ) : (
        <>
          <div className="grid-page mt-8 items-start gap-y-8">
            <div className="col-span-12 md:col-span-5 lg:col-span-4">
              <PostalForm key={typed} typed={postalCode ?? typed ?? ""} />
            </div>
            <div className="col-span-12 md:col-span-7 lg:col-span-8" role="status">
              {isTooFast ? (
                <Notice tone="error" title="Too many questions in a short time">
                  Please wait a moment, then ask again.
                </Notice>
              ) : (
                answer && <Answer answer={answer} />
              )}
            </div>
          </div>
          {isWaiting && <Waitlist answer={actionData} postalCode={postalCode} />}
          {zones ? (
            <Zones zones={zones} />
          ) : (
            <Notice tone="error" className="mt-16">
              The delivery days could not be loaded. Please try again later.
            </Notice>
          )}
        </>
      )}
    </div>
  );
}

function Answer({ answer: { words, days, pickups } }: { answer: PostalAnswer }) {
  return (
    <>
      <p className="font-display text-title font-semibold">{words}</p>
      <Days days={days} />
      {pickups.map(({ name, place, wholesaleOnly, days }) => (
        <div key={name} className="mt-6">
          <p className="font-semibold">
            Or pick up: {name}
            {wholesaleOnly && " (wholesale clients)"}
          </p>
          <p className="text-ink-soft">{place}</p>
          <Days days={days} />
        </div>
      ))}
    </>
  );
}

function Days({ days }: { days: string[] }) {
  if (days.length === 0) return null;
  return (
    <ul className="mt-3 border-t border-rule">
      {days.map((day) => (
        <li key={day} className="border-b border-rule py-3">
          {day}
        </li>
      ))}
    </ul>
  );
}

interface WaitlistProps {
  answer: FormAnswer | undefined;
  postalCode: string | undefined;
}

/** Offered where we don't deliver yet. */
function Waitlist({ answer, postalCode }: WaitlistProps) {
  const values = { postalCode: postalCode ?? "", ...answer?.values };
  const field = (name: string) => answeredField({ values, errors: answer?.errors }, name);
  return (
    <section className="grid-page mt-16 border-t border-ink pt-8">
      <div className="col-span-12 lg:col-span-4">
        <h2 id="tell" className="scroll-mt-36">
          Let me know when you deliver here
        </h2>
        <p className="mt-4 mb-8 max-w-xl text-ink-soft">
          We’ll email you once, when we start delivering to your postal code, and use your address
          for nothing else.
        </p>
      </div>
      <div className="col-span-12 lg:col-span-7 lg:col-start-6">
        <PublicForm
          form="waitlist"
          page={deliveryPath}
          answer={answer}
          label="Tell me"
          labelledBy="tell"
        >
          <div className="grid gap-5 sm:grid-cols-[12rem_1fr]">
            <PostalCodeField {...field("postalCode")} required />
            <EmailField {...field("email")} />
          </div>
        </PublicForm>
      </div>
    </section>
  );
}

function Zones({ zones }: { zones: ServedZone[] }) {
  return (
    <section className="mt-16">
      <h2>Where we deliver</h2>
      <ul className="mt-6 border-t border-ink">
        {zones.map(({ id, name, about, days }) => (
          <li key={id} className="grid-page items-baseline gap-y-2 border-b border-rule py-5">
            <div className="col-span-12 md:col-span-5">
              <h3 className="text-title">{name}</h3>
              <p className="mt-1 text-ink-soft">{about}</p>
            </div>
            <ul className="col-span-12 md:col-span-7">
              {days.map((day) => (
                <li key={day} className="py-1">
                  {day}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
