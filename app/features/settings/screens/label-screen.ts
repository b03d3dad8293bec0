import { z } from "zod";
import {
  type LabelSettings,
  labelFactsInWords,
  labelSettings,
  readLabelFacts,
  readPrinter,
} from "#app/domain/packages/labels/label-settings.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { optionalText } from "#app/lib/form/form-texts.ts";
import { type SettingsScreen, text } from "./settings-screen.ts";

const labelForm = z.object({
  printer: optionalText(30).transform((typed, context) => {
    if (typed === "") return "";
    const place = readPrinter(typed);
    if (place) return `${place.host}:${place.port}`;
    context.addIssue(
      "Please enter the number of a machine in your own network, such as 192.168.1.50:9100",
    );
    return z.NEVER;
  }),
  products: optionalText(150_000).transform((typed, context) => {
    const { products, mistake } = readLabelFacts(typed);
    if (products) return products;
    context.addIssue(mistake);
    return z.NEVER;
  }),
});

export const labelScreen: SettingsScreen<LabelSettings> = {
  group: labelSettings,
  title: "Package labels",
  lede: "What the label of a package says besides its name and weight, and which printer in your network prints it. Have labels that you sell by checked by whoever advises you on labelling.",
  sections: [
    {
      title: "",
      fields: [
        text("printer", "Label printer in your network", 30, {
          hint: "Its number and port, such as 192.168.1.50:9100. It must speak ZPL. Leave blank if it is connected to a station’s computer.",
          isOptional: true,
        }),
        text("products", "Products", 150_000, {
          kind: "lines",
          hint: "One per line: item number; name in French; days that it keeps refrigerated; price, if the price is on the label. Example: 42; Bifteck de faux-filet; 14 days; price",
          isOptional: true,
        }),
      ],
    },
  ],
  valuesOf: ({ printer, products }) => ({ printer, products: labelFactsInWords(products) }),
  read: (fields) => checkForm(labelForm, fields),
  preview: ({ printer, products }) => [
    printer ? `Labels can be printed at ${printer}` : "No label printer in the network",
    products.length === 1
      ? "1 product has more on its label"
      : `${products.length} products have more on their labels`,
  ],
};
