import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { TaxNumberWarning } from "./tax-number-warning.tsx";

const warning = "GST is charged, but there is no GST number";

const shown = (values: Record<string, string>, hasTaxNumber = false) =>
  renderToString(<TaxNumberWarning values={values} hasTaxNumber={hasTaxNumber} />);

it.each([
  ["a product", { taxCode: "G" }],
  ["a zone's fee", { feeTaxCode3: "GP", feeTaxCode4: "" }],
])("warns of a tax on %s without a GST number", (_, values) => {
  expect(shown(values)).toContain(warning);
  expect(shown(values, true)).not.toContain(warning);
});

it("doesn't warn if nothing is taxed", () => {
  expect(shown({ taxCode: "Z", feeTaxCode1: "", feeTaxCode2: "E", name: "G" })).not.toContain(
    warning,
  );
});
