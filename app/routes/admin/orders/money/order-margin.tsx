import { Notice } from "#app/components/page/notice.tsx";
import { Section } from "#app/components/page/section.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { MarginFigure } from "#app/domain/margins/margin-figure.tsx";
import { addMargins, type Margin } from "#app/domain/margins/margins.ts";
import type { AdminOrder } from "#app/domain/orders/order.ts";
import { formatCents } from "#app/lib/amounts/money.ts";

/** The margin of each line. For the owner only. */
export function OrderMargin({
  order: { items },
  margins,
}: {
  order: AdminOrder;
  /** Null where it could not be loaded. */
  margins: Record<string, Margin> | null | undefined;
}) {
  if (!margins) {
    return (
      <Notice tone="error" title="The margin could not be loaded" className="mt-10 print:hidden" />
    );
  }
  const lines = items.flatMap(({ id, productName }) => {
    const margin = margins[id];
    return margin ? [{ id, productName, margin }] : [];
  });
  if (lines.length === 0) return null;
  const cost = ({ costCents, lines: known }: Margin) =>
    known === 0 ? "Not known" : formatCents(costCents);
  const total = addMargins(lines.map(({ margin }) => margin));
  return (
    <Section id="margin" title="Margin" className="mt-12 print:hidden">
      <p className="mt-1 mb-4 max-w-2xl text-ink-soft">
        Without tax, less credits and what the meat cost by its lots. Only you see it.
      </p>
      <Table label="Margin of this order">
        <thead>
          <tr>
            <Th>Product</Th>
            <Th numeric>Cost</Th>
            <Th numeric>Margin</Th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, productName, margin }) => (
            <tr key={id}>
              <Th scope="row" className="wrap-anywhere">
                {productName}
              </Th>
              <Td numeric>{cost(margin)}</Td>
              <Td numeric>
                <MarginFigure margin={margin} />
              </Td>
            </tr>
          ))}
        </tbody>
        {lines.length > 1 && (
          <tfoot>
            <tr>
              <Th scope="row">Total</Th>
              <Td numeric>{cost(total)}</Td>
              <Td numeric>
                <MarginFigure margin={total} />
              </Td>
            </tr>
          </tfoot>
        )}
      </Table>
    </Section>
  );
}
