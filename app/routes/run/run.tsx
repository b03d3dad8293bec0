import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { PhoneLink } from "#app/components/page/text-link.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";
import { requestContext } from "#app/context.server.ts";
import { SendsMail, sendsMail } from "#app/domain/mail/sends-mail.ts";
import { companyOf, useCompany } from "#app/domain/settings/use-company.ts";
import { atDoor } from "#app/features/runs/at-door.ts";
import { DriversRun } from "#app/features/runs/driver/drivers-run.tsx";
import { RunHandedOver } from "#app/features/runs/driver/run-handed-over.tsx";
import { runInWords } from "#app/features/runs/run.ts";
import { getDriversRun } from "#app/features/runs/runs.server.ts";
import type { Route } from "./+types/run.ts";
import { onlyForDriver, openRunLink } from "./run-link.server.ts";

export const meta: Route.MetaFunction = (args) => {
  const { name } = companyOf(args);
  const { run } = args.loaderData ?? {};
  return [
    { title: run ? `${runInWords(run)} | ${name}` : name },
    { name: "robots", content: "noindex, nofollow" },
  ];
};

/**
 * `GET /run/:token`: a run for the holder of its link; the new driver's name for the former holder.
 * All other tokens get the same answer.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(requestContext);
  const { driver, status, handedOver = null, headers } = await openRunLink(services, params.token);
  const sends = sendsMail(services);
  if (!driver) {
    return data({ run: null, asOf: 0, handedOver, sendsMail: sends }, { status, headers });
  }
  const asOf = Date.now();
  const door = atDoor(services);
  const run = await getDriversRun(services.db, driver, door);
  return data({ run, asOf, handedOver: null, sendsMail: sends }, { headers });
}

export const headers = ({ loaderHeaders, errorHeaders }: Route.HeadersArgs) =>
  errorHeaders ?? (loaderHeaders.has("Cache-Control") ? loaderHeaders : new Headers(onlyForDriver));

/**
 * A stop is a hash of this page. Without this, going back to the list would reload the page and
 * fail offline; the page fetches changes itself.
 */
export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return currentParams.token !== nextParams.token;
}

/** The driver's page, without the shop's frame. */
export default function DriverPage({ loaderData, params }: Route.ComponentProps) {
  const company = useCompany();
  const { run, asOf, handedOver } = loaderData;
  return (
    <>
      <header className="border-b border-ink">
        <div className="mx-auto flex min-h-14 max-w-2xl items-center px-4">
          <Wordmark shortName={company.shortName} rest={company.nameSuffix} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-2xl px-4 pb-24">
        {run ? (
          <SendsMail value={loaderData.sendsMail}>
            <DriversRun loaded={run} asOf={asOf} token={params.token} />
          </SendsMail>
        ) : handedOver ? (
          <RunHandedOver handedOver={handedOver} />
        ) : (
          <NoLink />
        )}
      </main>
    </>
  );
}

export function ErrorBoundary() {
  const company = useCompany();
  return (
    <main className="mx-auto max-w-2xl px-4 pt-10">
      <h1 className="text-heading">This page could not be opened</h1>
      <p className="mt-3">
        Please try again in a moment, or call{" "}
        <a href={company.phone.href} className="link">
          {company.phone.display}
        </a>
        .
      </p>
    </main>
  );
}

function NoLink() {
  const company = useCompany();
  return (
    <>
      <h1 className="mt-10 text-heading">This link does not work</h1>
      <p className="mt-3">
        The run may be finished, or there’s a newer link. Please ask the office for a new link:{" "}
        <PhoneLink phone={company.phone} />.
      </p>
    </>
  );
}
