import { Form } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { demandDays } from "#app/domain/delivery/setup/setup.ts";
import type { DeliveryView } from "./delivery-view.server.ts";

/** Where people asked for delivery outside all zones, by their codes' first three characters. */
export function Demand({ demand, toTell }: Pick<DeliveryView, "demand" | "toTell">) {
  return (
    <section id="demand" className="mt-12 max-w-2xl">
      <h2 className="text-title">Postal codes we don’t deliver to</h2>
      <p className="mt-1 text-ink-soft">
        What people asked for in the last {demandDays} days that no zone covers, and how many want
        to be told when you come.
      </p>
      {toTell > 0 && (
        <Form method="post" preventScrollReset className="mt-4">
          <input type="hidden" name="intent" value="tell" />
          <Button type="submit" variant="secondary">
            {toTell === 1
              ? "Tell 1 person that you come now"
              : `Tell ${toTell} people that you come now`}
          </Button>
        </Form>
      )}
      {demand.length === 0 ? (
        <p className="mt-4">Nobody has asked yet.</p>
      ) : (
        <Table
          label="Demand by area"
          className="mt-4"
          columns={["Area", { head: "Asked", numeric: true }, { head: "Waiting", numeric: true }]}
        >
          {demand.map(({ fsa, asked, waiting }) => (
            <tr key={fsa}>
              <Th scope="row">{fsa}</Th>
              <Td numeric>{asked}</Td>
              <Td numeric>{waiting}</Td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
