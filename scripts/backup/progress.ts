import type { OnRows } from "./tables.ts";

/** Minimum time between messages, in ms. */
const patience = 2_000;

const numbers = new Intl.NumberFormat("en-CA");

/** Reports the progress of a large table to the terminal, every few seconds. */
export function rowsToTell(write = (text: string) => process.stdout.write(text)): OnRows {
  let current = "";
  let told = 0;
  return (table, rows, total) => {
    if (table !== current) told = performance.now();
    current = table;
    if (performance.now() - told < patience) return;
    told = performance.now();
    const of = total === undefined ? "" : ` of ${numbers.format(total)}`;
    write(`${table}: ${numbers.format(rows)}${of} rows\n`);
  };
}
