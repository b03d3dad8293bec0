import { Table, Td, Th } from "#app/components/table.tsx";
import { holdUnits } from "#app/content/cooking/cooking-facts.ts";
import type { foodSafety } from "#app/content/food-safety.ts";
import { Sources } from "./sources.tsx";

type Words = typeof foodSafety;

/** Health Canada's requirements, and how to store and thaw beef, below every tab of the guide. */
export function FoodSafetyGuide({ temperatures, keeping, sources }: Words) {
  return (
    <>
      <SafeTemperatures {...temperatures} />
      <Keeping {...keeping} />
      <Sources sources={sources} className="mt-12 max-w-3xl text-sm text-ink-soft" />
    </>
  );
}

function SafeTemperatures({ title, lede, rows, notes }: Words["temperatures"]) {
  return (
    <section
      id="safe"
      className="grid-page mt-24 scroll-mt-36 items-start gap-y-8 print:mt-6 print:gap-y-3"
    >
      <div className="col-span-12 lg:col-span-4">
        <h2>{title}</h2>
        <p className="mt-4 text-ink-soft">{lede}</p>
      </div>
      <div className="col-span-12 lg:col-span-7 lg:col-start-6">
        <Table
          label="Safe temperatures from Health Canada"
          columns={["Beef", { head: "°C", numeric: true }, { head: "°F", numeric: true }]}
        >
          {rows.map(({ food, celsius, fahrenheit }) => (
            <tr key={food}>
              <Th scope="row">{food}</Th>
              <Td numeric>{celsius}</Td>
              <Td numeric>{fahrenheit}</Td>
            </tr>
          ))}
        </Table>
        {notes.map((note) => (
          <p key={note} className="mt-4 text-ink-soft">
            {note}
          </p>
        ))}
      </div>
    </section>
  );
}

function Keeping({ title, rows, note, thawing, never }: Words["keeping"]) {
  return (
    <section
      id="keeping"
      className="mt-24 scroll-mt-36 border-t border-ink pt-8 print:mt-6 print:pt-4"
    >
      <div className="grid-page items-start gap-y-8">
        <h2 className="col-span-12 lg:col-span-4">{title}</h2>
        <div className="col-span-12 lg:col-span-7 lg:col-start-6">
          <Table label="How long beef keeps" columns={["Beef", "Refrigerator", "Freezer"]}>
            {rows.map(({ food, fridge, freezer }) => (
              <tr key={food}>
                <Th scope="row">{food}</Th>
                <Td>{fridge}</Td>
                <Td>{freezer}</Td>
              </tr>
            ))}
          </Table>
          <p className="mt-4 text-ink-soft">{holdUnits(note)}</p>
        </div>
      </div>
      <dl className="mt-12 grid gap-x-10 md:grid-cols-3">
        {thawing.map((way) => (
          <div key={way.title} className="border-t border-rule py-5">
            <dt className="font-display text-title font-semibold">{way.title}</dt>
            <dd className="mt-2 text-ink-soft">{way.text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 max-w-2xl">{never}</p>
    </section>
  );
}
