import { use } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { noMailGoesOut, SendsMail } from "#app/domain/mail/sends-mail.ts";
import type { AdminOrder } from "#app/domain/orders/order.ts";
import { useMay } from "../use-frame-facts.ts";

interface OrderLinksProps {
  /** Null if it couldn't be loaded. */
  links: number | null;
  /** The guest's address, to which new links are mailed. */
  email: string;
}

export function OrderLinks({ links, email }: OrderLinksProps) {
  const may = useMay();
  const isPending = useNavigation().state !== "idle";
  return (
    <div className="border-b border-rule py-3 print:hidden">
      <dt className="text-sm text-ink-soft">Links to this order</dt>
      <dd>
        <p>{links === null ? "Could not be counted" : inWords(links)}</p>
        {may("sell") && (
          <div className="mt-2 flex flex-wrap items-start gap-x-6">
            <Form method="post">
              <Button
                type="submit"
                name="links"
                value="mail"
                variant="secondary"
                size="sm"
                pending={isPending}
              >
                Email a new link
              </Button>
            </Form>
            {links !== 0 && (
              <details>
                <summary className="link inline-flex min-h-11 cursor-pointer items-center">
                  Turn off the links
                </summary>
                <Form method="post" className="mt-1">
                  <p className="mb-3 text-sm text-ink-soft">
                    Existing links will stop working. Later emails about the order include new ones,
                    to <span className="wrap-anywhere">{email}</span> only.
                  </p>
                  <Button
                    type="submit"
                    name="links"
                    value="withdraw"
                    variant="danger"
                    size="sm"
                    pending={isPending}
                  >
                    Yes, turn them off
                  </Button>
                </Form>
              </details>
            )}
          </div>
        )}
      </dd>
    </div>
  );
}

function inWords(links: number): string {
  return links === 0 ? "None active" : `${links} active`;
}

/** Confirms what was done with the links. */
export function LinksNotice({ email }: { email: string }) {
  const done = new URLSearchParams(useLocation().search).get("links");
  const sends = use(SendsMail);
  if (done === "withdrawn") {
    return (
      <Notice tone="success" title="The links are turned off" className="mt-6 print:hidden">
        Existing links no longer open this order.
      </Notice>
    );
  }
  if (done === "mailed") {
    return (
      <Notice
        tone={sends ? "success" : "error"}
        title={sends ? "A new link is on its way" : "The new link was not emailed"}
        className="mt-6 print:hidden"
      >
        {sends ? (
          <>
            It was emailed to <span className="wrap-anywhere">{email}</span>.
          </>
        ) : (
          noMailGoesOut
        )}
      </Notice>
    );
  }
  if (done === "none") {
    return (
      <Notice tone="error" title="No link was emailed" className="mt-6 print:hidden">
        <span className="wrap-anywhere">{email}</span> isn’t confirmed, and can’t be sent any more
        emails for now.
      </Notice>
    );
  }
  return null;
}

/** Shows a guest's deadline to confirm the address; staff may keep the order anyway. */
export function KeepNotice({ order }: { order: Pick<AdminOrder, "confirmBy" | "status"> }) {
  const { search } = useLocation();
  const may = useMay();
  if (order.confirmBy) {
    return (
      <Notice title="The email address is not confirmed" className="mt-6 print:hidden">
        <p>
          If it isn’t confirmed by <Moment at={order.confirmBy} time />, this order is cancelled. If
          you know the customer, keep the order.
        </p>
        {may("sell") && (
          <Form method="post" className="mt-4">
            <Button type="submit" name="keep" value="yes" variant="secondary">
              Keep this order
            </Button>
          </Form>
        )}
      </Notice>
    );
  }
  if (!new URLSearchParams(search).has("kept") || order.status !== "pending") return null;
  return (
    <Notice tone="success" title="This order is kept" className="mt-6 print:hidden">
      It no longer needs a confirmed email address.
    </Notice>
  );
}
