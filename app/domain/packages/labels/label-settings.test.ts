import { expect, it } from "vitest";
import { labelFactsInWords, readLabelFacts, readPrinter } from "./label-settings.ts";

it.each<[string, ReturnType<typeof readPrinter>]>([
  ["192.168.1.50", { host: "192.168.1.50", port: 9100 }],
  ["10.0.0.7:6101", { host: "10.0.0.7", port: 6101 }],
  [" 172.16.0.2:9100 ", { host: "172.16.0.2", port: 9100 }],
  ...[
    ...["", "printer.local", "8.8.8.8", "127.0.0.1", "169.254.169.254", "172.32.0.1", "0.0.0.0"],
    ...["192.168.1.300", "192.168.1.5:80", "192.168.1.5:70000", "192.168.1.5/x", "::1"],
    "10.0.0.1:9100@8.8.8.8",
  ].map((typed): [string, null] => [typed, null]),
])("reads or refuses the printer address %j", (typed, place) => {
  expect(readPrinter(typed)).toEqual(place);
});

it("reads the label facts of products, and writes them back unchanged", () => {
  const text =
    "7; Bœuf haché; 3 days; price\n42; Bifteck de faux-filet; 14 days\n50; price\n51; 1 day";
  const { products = [] } = readLabelFacts(`${text}\n\n`);
  expect(products[0]).toEqual({
    itemNumber: 7,
    nameFr: "Bœuf haché",
    keepsDays: 3,
    isPriced: true,
  });
  expect(labelFactsInWords(products)).toBe(text);
});

it.each([
  "Bifteck",
  "0; Bifteck",
  "42; A; B",
  "42; 400 days",
  "42; 0 days",
  "42; x; 1 day; price; y",
])("quotes the invalid line %j", (text) => {
  expect(readLabelFacts(text).mistake).toContain(text);
});
