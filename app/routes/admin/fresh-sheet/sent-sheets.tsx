import { Moment } from "#app/components/moment.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { orderedWithinDays } from "#app/features/fresh-sheet/fresh-sheet-form.ts";
import type { SentSheet } from "#app/features/fresh-sheet/fresh-sheets.server.ts";

/** The latest sent sheets, and the response to each. */
export function SentSheets({ sheets }: { sheets: SentSheet[] }) {
  if (sheets.length === 0) return null;
  return (
    <section className="mt-12">
      <h2 className="text-title">Sent</h2>
      <p className="mt-2 mb-4 max-w-3xl text-[0.9375rem] text-ink-soft">
        Added: clients who put a cut into their order from the mail. Orders: those with such a cut,
        within {orderedWithinDays} days. Nobody is followed by hidden pictures.
      </p>
      <Table label="Fresh sheets that were sent">
        <thead>
          <tr>
            <Th>Sent</Th>
            <Th>Cuts</Th>
            <Th numeric>Mailed</Th>
            <Th numeric>Added</Th>
            <Th numeric>Orders</Th>
          </tr>
        </thead>
        <tbody>
          {sheets.map(({ id, sentAt, picks, mailed, pressed, orders }) => (
            <tr key={id}>
              <Td className="whitespace-nowrap">
                <Moment at={sentAt} />
              </Td>
              <Td>
                {picks
                  .map((pick) => (pick.pressed > 0 ? `${pick.name} (${pick.pressed})` : pick.name))
                  .join(", ")}
              </Td>
              <Td numeric>{mailed}</Td>
              <Td numeric>{pressed}</Td>
              <Td numeric>{orders}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
