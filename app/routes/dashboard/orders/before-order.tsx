import { Link } from "react-router";
import { buttonClass } from "#app/components/button.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { type MissingDetail, missingInWords } from "#app/features/orders/order-refusals.ts";
import { accountForOrderPath } from "#app/features/orders/placing/order-form.ts";

/**
 * Details the account needs before ordering, and where to add them; renders nothing if complete.
 */
export function BeforeOrder({ missing }: { missing: readonly MissingDetail[] }) {
  if (missing.length === 0) return null;
  const lacksDetails = missing.some((detail) => detail !== "confirmation");
  return (
    <Notice
      title="Before you can order"
      className="mt-6"
      action={
        <>
          {lacksDetails && (
            <Link to={accountForOrderPath} className={buttonClass()}>
              Complete your account
            </Link>
          )}
          {missing.includes("confirmation") && (
            <Link
              to="/dashboard/account/confirm-email"
              className={buttonClass({ variant: lacksDetails ? "secondary" : "primary" })}
            >
              Confirm your e-mail address
            </Link>
          )}
        </>
      }
    >
      <p>{missingInWords(missing)}</p>
    </Notice>
  );
}
