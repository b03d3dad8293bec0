import { NothingHere } from "#app/routes/signed-in-error.tsx";
import { usefulLinks } from "../frame/navigation.tsx";

/** Shown for an order that is not the client's, or does not exist. */
export function NoOrderHere() {
  return (
    <NothingHere ways={usefulLinks} title="Order not found">
      <p>There is no such order in this account. The link may be mistyped.</p>
    </NothingHere>
  );
}
