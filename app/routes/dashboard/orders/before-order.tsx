import { ButtonLink } from "#app/components/button-link.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { accountForOrderPath } from "#app/domain/ordering/placing/order-form.ts";
import { type MissingDetail, missingInWords } from "#app/domain/orders/order-refusals.ts";

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
          {lacksDetails && <ButtonLink to={accountForOrderPath}>Complete your account</ButtonLink>}
          {missing.includes("confirmation") && (
            <ButtonLink
              to="/dashboard/account/confirm-email"
              variant={lacksDetails ? "secondary" : "primary"}
            >
              Confirm your email address
            </ButtonLink>
          )}
        </>
      }
    >
      <p>{missingInWords(missing)}</p>
    </Notice>
  );
}
