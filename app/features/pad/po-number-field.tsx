import { Link } from "react-router";
import { TextField } from "#app/components/form/field.tsx";
import { type OrderDesk, orderPage } from "#app/domain/ordering/placing/order-desk.ts";
import { orderField } from "#app/domain/ordering/placing/order-form.ts";
import type { OrderingTerms } from "#app/domain/ordering/placing/ordering-terms.server.ts";
import { maxPoNumber, usedBefore } from "#app/domain/ordering/placing/po-number.ts";
import { orderNumber } from "#app/domain/orders/order.ts";
import { formatFullDay } from "#app/lib/dates.ts";

interface PoNumberFieldProps extends Pick<OrderingTerms, "po" | "usedPoNumbers"> {
  desk: OrderDesk;
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}

/** Field for the customer's purchase order number; warns if another order has it already. */
export function PoNumberField(props: PoNumberFieldProps) {
  const { po, usedPoNumbers, desk, value, error, onChange } = props;
  if (po.kind === "none") return null;
  if (po.kind === "given") {
    return (
      <p className="mb-5">
        <span className="block text-sm font-semibold">Purchase order number</span>
        <span className="wrap-anywhere">{po.poNumber}</span>
        {po.endsOn && (
          <span className="block text-sm text-ink-soft">
            For orders until {formatFullDay(po.endsOn)}
          </span>
        )}
      </p>
    );
  }
  const same = usedBefore(usedPoNumbers, value);
  const isRequired = po.kind === "required";
  return (
    <div className="mb-5">
      <TextField
        label="Purchase order number"
        optional={!isRequired}
        required={isRequired}
        name={orderField.poNumber}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        maxLength={maxPoNumber}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        hint={
          isRequired && po.endedOn
            ? `Your blanket order ended on ${formatFullDay(po.endedOn)}.`
            : undefined
        }
      />
      <p role="status" className="text-sm">
        {same && (
          <span className="mt-1.5 block border-l-4 border-oxblood pl-3">
            Order{" "}
            <Link to={orderPage(desk, same.orderId)} className="link">
              {orderNumber(same.orderNumber)}
            </Link>{" "}
            has this number already. You can still use it again.
          </span>
        )}
      </p>
    </div>
  );
}
