import { Form } from "react-router";
import { ButtonLink } from "#app/components/button-link.tsx";
import { SubmitButton } from "#app/components/form/answered-form.tsx";
import { TextField } from "#app/components/form/field.tsx";
import { FocusedResult } from "#app/components/page/focused-result.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { orderName } from "#app/domain/orders/order.ts";
import type { Run } from "#app/features/runs/run.ts";
import { useMay } from "../use-frame-facts.ts";
import type { RunAnswer } from "./run-driver.tsx";

interface AddOrderProps {
  run: Run;
  formId: string;
  asks: RunAnswer["asks"];
  added: RunAnswer["added"];
  /** Why the last one was not added, with its input. */
  refused: RunAnswer | undefined;
}

/** Form that adds a late order to a run that is planned or on its way. */
export function AddOrder({ run, formId, asks, added, refused }: AddOrderProps) {
  const ifMailed = useIfMailed();
  const may = useMay();
  if (run.state === "done" || !may("sell")) return null;
  const action = `/admin/runs/${run.id}`;
  const hidden = <input type="hidden" name="requestId" value={formId} />;
  return (
    <section aria-labelledby="add-order" className="mt-10">
      <h2 id="add-order" className="border-t border-ink pt-3 text-title">
        Add a late order
      </h2>
      {added && (
        <FocusedResult result={String(added.number)} className="mt-3">
          <Notice
            tone="success"
            title={
              added.wasHere
                ? `${orderName(added.number)} is on this run already`
                : `${orderName(added.number)} was added to this run`
            }
          />
        </FocusedResult>
      )}
      {asks ? (
        <FocusedResult result={asks.seen} className="mt-3">
          <Notice
            title={`Add ${orderName(asks.number).toLowerCase()}, ${asks.client}, to this run?`}
            action={
              <>
                <Form method="post" action={action} replace preventScrollReset>
                  {hidden}
                  <input type="hidden" name="number" value={asks.number} />
                  <input type="hidden" name="reason" value={asks.reason} />
                  <input type="hidden" name="seen" value={asks.seen} />
                  <SubmitButton name="intent" value="add">
                    Add it
                  </SubmitButton>
                </Form>
                <ButtonLink to={action} replace variant="secondary">
                  Leave it
                </ButtonLink>
              </>
            }
          >
            {asks.facts.join(" ")}
          </Notice>
        </FocusedResult>
      ) : (
        <>
          <p className="mt-1 text-ink-soft">
            After the cut-off too, and while the driver is out: it appears on the driver’s page.{" "}
            {ifMailed(
              run.state === "out"
                ? "The client of a packed order is emailed that it is on its way, any other once it is packed."
                : "The client is emailed the day.",
            )}
          </p>
          {refused?.message && <Notice tone="error" title={refused.message} className="mt-3" />}
          <Form
            method="post"
            action={action}
            replace
            preventScrollReset
            className="mt-3 grid grid-cols-[7rem_1fr] gap-3"
          >
            {hidden}
            <TextField
              label="Order"
              name="number"
              required
              inputMode="numeric"
              maxLength={10}
              autoComplete="off"
              defaultValue={refused?.values?.number}
            />
            <TextField
              label="Reason"
              name="reason"
              required
              maxLength={200}
              autoComplete="off"
              defaultValue={refused?.values?.reason}
            />
            <SubmitButton
              name="intent"
              value="add"
              variant="secondary"
              className="col-span-2 justify-self-start"
            >
              Add to this run
            </SubmitButton>
          </Form>
        </>
      )}
    </section>
  );
}
