import { useEffect, useState } from "react";
import { Form } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { LinkToCopy } from "#app/components/form/link-to-copy.tsx";
import { Moment } from "#app/components/moment.tsx";
import { FocusedResult } from "#app/components/page/focused-result.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import type { RunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import type { AddedOrder, LateQuestion } from "#app/domain/ordering/delivery/add-to-run.server.ts";
import type { Run } from "#app/features/runs/run.ts";
import { maxDriver } from "#app/features/runs/run.ts";
import type { RunState } from "#db/schema/values/deliveries.ts";
import { LinksWarning } from "../links-warning.tsx";

export interface RunAnswer {
  message?: string;
  values?: Record<string, string>;
  link?: { url: string; code: string };
  /** What the form did to the run as a whole. */
  done?: RunState | "resumed";
  undone?: string;
  settled?: "settle" | "handed over";
  /** The side effects of adding a late order, to be confirmed. */
  asks?: LateQuestion & { reason: string };
  added?: AddedOrder;
}

interface DriverPanelProps {
  run: Run;
  link: RunLink | null;
  answer: RunAnswer | undefined;
  isAsked: boolean;
}

export function DriverPanel({ run, link, answer, isAsked }: DriverPanelProps) {
  const action = `/admin/runs/${run.id}`;
  const made = useMadeLink(link, answer?.link);
  return (
    <section aria-labelledby="driver">
      <h2 id="driver" className="border-t border-ink pt-3 text-title">
        Driver
      </h2>
      {run.kind === "delivery" && (
        <Form
          method="post"
          action={action}
          replace
          preventScrollReset
          className="mt-3 flex items-end gap-3"
        >
          <TextField
            key={run.driver}
            label="Name"
            name="driver"
            defaultValue={run.driver}
            maxLength={maxDriver}
            autoComplete="off"
            className="grow"
          />
          <SubmitButton name="intent" value="driver" variant="secondary">
            Save
          </SubmitButton>
        </Form>
      )}
      <h3 className="mt-6 font-sans text-base font-semibold">Link to the driver’s page</h3>
      {made && link ? (
        <NewLink link={made} />
      ) : (
        <p className="mt-1 text-ink-soft">
          {run.state === "done"
            ? "The run is over. A link still sends what a phone has not sent, and records payments."
            : link
              ? "It was shown once. If it is lost, make a new one; the old one stops working. Whoever is signed in presses “Deliver” and needs none."
              : "Opens these stops on a phone without signing in, until the end of the day after the run."}
        </p>
      )}
      {link && (
        <p className="mt-1 text-sm text-ink-soft">
          Made <Moment at={link.createdAt} time />
        </p>
      )}
      {link && isAsked ? (
        <AskForLink run={run} />
      ) : (
        <Form
          method="post"
          action={action}
          replace
          preventScrollReset
          className="mt-3 flex flex-wrap gap-3"
        >
          {link ? (
            <>
              <ButtonLink to={`${action}?ask=link`} replace preventScrollReset variant="secondary">
                Make a new link
              </ButtonLink>
              <SubmitButton name="intent" value="unlink" variant="quiet">
                Turn off the link
              </SubmitButton>
            </>
          ) : (
            <SubmitButton name="intent" value="link" variant="secondary">
              Make a link
            </SubmitButton>
          )}
        </Form>
      )}
      {link && run.kind === "delivery" && run.state !== "done" && (
        <HandOver run={run} link={link} />
      )}
    </section>
  );
}

/** Keeps showing a new link until another one is in force, whatever else is saved. */
function useMadeLink(link: RunLink | null, answered: RunAnswer["link"]) {
  const [made, setMade] = useState<{ of: string; link: RunAnswer["link"] } | null>(null);
  const of = link?.id;
  useEffect(() => {
    if (of && answered) setMade({ of, link: answered });
  }, [of, answered]);
  if (!of) return undefined;
  return answered ?? (made?.of === of ? made.link : undefined);
}

/** Confirms before a new link replaces the driver's present one. */
function AskForLink({ run }: { run: Run }) {
  const action = `/admin/runs/${run.id}`;
  return (
    <FocusedResult result="ask" className="mt-3">
      <Notice
        title="Make a new link? The one that was sent stops working."
        action={
          <>
            <Form method="post" action={action} replace preventScrollReset>
              <SubmitButton name="intent" value="link">
                Make a new link
              </SubmitButton>
            </Form>
            <ButtonLink to={action} replace preventScrollReset variant="secondary">
              Keep the old one
            </ButtonLink>
          </>
        }
      >
        What a phone has not sent by then is sent once the new link is opened on it.
      </Notice>
    </FocusedResult>
  );
}

/** Form that hands a run to another driver on its way. */
function HandOver({ run, link }: { run: Run; link: RunLink }) {
  return (
    <section aria-labelledby="hand-over" className="mt-6">
      <h3 id="hand-over" className="font-sans text-base font-semibold">
        Hand over to another driver
      </h3>
      <p className="mt-1 text-ink-soft">
        {run.driver || "The driver"}’s link ends, and that phone says what it has not sent. The new
        link opens the run with everything that was reported.
      </p>
      <Form
        method="post"
        action={`/admin/runs/${run.id}`}
        replace
        preventScrollReset
        className="mt-3 flex items-end gap-3"
      >
        <input type="hidden" name="link" value={link.id} />
        <TextField
          // Reset once it was handed over.
          key={link.id}
          label="Who drives from now on"
          name="driver"
          required
          maxLength={maxDriver}
          autoComplete="off"
          className="grow"
        />
        <SubmitButton
          name="intent"
          value="hand over"
          variant="secondary"
          className="shrink-0 whitespace-nowrap"
        >
          Hand over
        </SubmitButton>
      </Form>
      {run.takenOver && (
        <p className="mt-2 text-sm text-ink-soft">
          Handed over from {run.takenOver.from || "another driver"} to {run.takenOver.to},{" "}
          <Moment at={run.takenOver.at} time />
        </p>
      )}
    </section>
  );
}

function NewLink({ link: { url, code } }: { link: NonNullable<RunAnswer["link"]> }) {
  return (
    <FocusedResult result={url} className="mt-3 border border-ink bg-paper-light p-4">
      <p role="status" className="font-semibold">
        Send this to the driver now. It is shown this once.
      </p>
      <LinksWarning then="make the link" className="mt-2" />
      <LinkToCopy url={url} />
      <img
        src={code}
        alt="The link as a QR code, to be read by the driver’s phone"
        width={192}
        height={192}
        className="mt-4 size-48"
      />
    </FocusedResult>
  );
}
