import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Section } from "#app/components/page/section.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import type {
  ScheduledPrice,
  ScheduledPrices,
} from "#app/domain/pricing/editing/scheduled-prices.server.ts";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatFullDay } from "#app/lib/dates.ts";

/** Scheduled catalogue prices, with buttons to cancel one, or all of a day. */
export function Scheduled({ scheduled }: { scheduled: ScheduledPrices }) {
  const { rows, days } = scheduled;
  const more = days.reduce((sum, { count }) => sum + count, 0) - rows.length;
  if (rows.length === 0) return null;
  return (
    <Section id="scheduled" title="Catalogue prices to come" className="mt-14">
      <p className="mt-1 mb-4 max-w-2xl text-ink-soft">
        Orders for these days and later have them already; the shop shows them from midnight.
      </p>
      <ul className="mb-4">
        {days
          .filter(({ count }) => count > 1)
          .map(({ appliesOn, count }) => (
            <li key={appliesOn} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-1">
              <span>
                {count.toLocaleString("en-CA")} prices from {formatFullDay(appliesOn)}
              </span>
              <TakeBack appliesOn={appliesOn}>
                Take all back
                <span className="sr-only"> of {formatFullDay(appliesOn)}</span>
              </TakeBack>
            </li>
          ))}
      </ul>
      <Table
        label="Catalogue prices to come"
        columns={[
          "Product",
          "From",
          { head: "Price", numeric: true },
          { head: "Action", className: "text-right" },
        ]}
      >
        {rows.map(({ productId, name, appliesOn, pricePerLb }) => (
          <tr key={`${productId} ${appliesOn}`}>
            <Th scope="row">{name}</Th>
            <Td className="whitespace-nowrap">{formatFullDay(appliesOn)}</Td>
            <Td numeric>{formatPricePerLb(toCents(pricePerLb))}</Td>
            <Td className="text-right">
              <TakeBack appliesOn={appliesOn} productId={productId}>
                Take back<span className="sr-only"> the price of {name}</span>
              </TakeBack>
            </Td>
          </tr>
        ))}
      </Table>
      {more > 0 && (
        <p className="mt-3 text-ink-soft">
          And {more.toLocaleString("en-CA")} more: each is in its product’s history.
        </p>
      )}
    </Section>
  );
}

interface TakeBackProps extends Pick<ScheduledPrice, "appliesOn"> {
  /** Without it, the button cancels all prices of the day. */
  productId?: string;
  children: ReactNode;
}

function TakeBack({ appliesOn, productId, children }: TakeBackProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="cancel" />
      {productId && <input type="hidden" name="productId" value={productId} />}
      <input type="hidden" name="appliesOn" value={appliesOn} />
      <Button type="submit" variant="secondary" size="sm">
        <span>{children}</span>
      </Button>
    </Form>
  );
}
