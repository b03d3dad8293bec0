import { Form, useLocation } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PhoneLink } from "#app/components/page/text-link.tsx";
import {
  newLinkIntent,
  orderLinkPath,
  orderLinkWeeks,
} from "#app/domain/orders/links/order-link.ts";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { LinkedPage } from "#app/routes/mailed-link-page.tsx";

/** Shown alike for every link that opens no order: made up, expired or withdrawn. */
export function NoOrderLink({ token }: { token: string }) {
  const { phone } = useCompany();
  const isSent = new URLSearchParams(useLocation().search).has("sent");
  return (
    <LinkedPage title="This link does not work">
      {isSent ? (
        <Notice title="Look in your email" className="mt-6 max-w-2xl">
          If this was the link of an order, a new one is on its way to the address that the order
          was placed with.
        </Notice>
      ) : (
        <>
          <p className="mt-6 max-w-xl">
            Links to an order end {orderLinkWeeks} weeks after its delivery. We can email a new one
            to the address that the order was placed with.
          </p>
          <Form method="post" action={orderLinkPath(token)} className="mt-6">
            <Button type="submit" name="intent" value={newLinkIntent}>
              Send me a new link
            </Button>
          </Form>
        </>
      )}
      <p className="mt-6 max-w-xl">
        No email? Call <PhoneLink phone={phone} />.
      </p>
    </LinkedPage>
  );
}
