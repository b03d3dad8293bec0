import { Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";

/** Says that no emails about orders are sent until the address is confirmed; emails a new link. */
export function Unconfirmed({ email, className }: { email: string; className: string }) {
  return (
    <Notice
      title={`${email} is not confirmed yet`}
      className={`${className} break-words`}
      action={
        <Form method="post" action="/dashboard/account/confirm-email">
          <Button type="submit" variant="secondary">
            Send a new link
          </Button>
        </Form>
      }
    >
      <p>
        Until you confirm it by the link we sent, we don’t email you about your orders. You can
        follow them here, under Orders.
      </p>
    </Notice>
  );
}
