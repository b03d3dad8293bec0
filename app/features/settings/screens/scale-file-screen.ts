import { z } from "zod";
import {
  cellsOf,
  columnsInWords,
  delimiterNames,
  readColumns,
  type ScaleFile,
  scaleFileSettings,
  tareUnits,
} from "#app/domain/packages/scale-file/scale-file.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { optionalText } from "#app/lib/form/form-texts.ts";
import { weightUnits } from "#db/schema/values/meat/packages.ts";
import { type SettingsScreen, text } from "./settings-screen.ts";

const oneOfThese = "Please choose one of these";

const answer = z.enum(["yes", "no"], oneOfThese).transform((chosen) => chosen === "yes");

const scaleFileForm = z
  .object({
    columns: optionalText(1_000).transform((typed, context) => {
      const { columns, mistake } = readColumns(typed);
      if (columns) return columns;
      context.addIssue(mistake);
      return z.NEVER;
    }),
    delimiter: z.enum(delimiterNames, oneOfThese),
    decimal: z.enum(["point", "comma"], oneOfThese),
    pricePer: z.enum(weightUnits, oneOfThese),
    tareIn: z.enum(tareUnits, oneOfThese),
    hasHeadings: answer,
    hasMark: answer,
  })
  .transform(
    ({ decimal, ...file }): ScaleFile => ({
      ...file,
      decimalComma: decimal === "comma",
    }),
  );

const choice = (name: string, label: string, options: Record<string, string>, hint?: string) =>
  text(name, label, 20, {
    kind: "choice",
    hint,
    options: Object.entries(options).map(([value, label]) => ({ value, label })),
  });

const yesOrNo = { yes: "Yes", no: "No" };

const example = {
  itemNumber: 42,
  name: "Ribeye, Grilling Steak",
  nameFr: "Bifteck de faux-filet",
  pricePerLb: "24.99",
  tareG: 15,
  keepsDays: 14,
};

export const scaleFileScreen: SettingsScreen<ScaleFile> = {
  group: scaleFileSettings,
  title: "File for counter scales",
  lede: "Products on sale that have an item number, as one CSV file for your scales’ program, from the Products page. Scale programs expect different columns, and none of them could be tried with this shop: compare the file with your scale’s manual, load one item first, and weigh it.",
  sections: [
    {
      title: "",
      fields: [
        text("columns", "Columns", 1_000, {
          kind: "lines",
          hint: "One per line, in the order of the file, with the heading after a colon. You can use: item number, name, french name, price, tare, shelf life. Example: item number: PLU",
        }),
        choice("delimiter", "Between columns", {
          comma: "Comma",
          semicolon: "Semicolon",
          tab: "Tab",
        }),
        choice("decimal", "Decimals", { point: "Point: 24.99", comma: "Comma: 24,99" }),
        choice(
          "pricePer",
          "Price per",
          { lb: "Pound", kg: "Kilogram" },
          "A price per kilogram is rounded to the cent.",
        ),
        choice("tareIn", "Tare in", { g: "Grams: 15", kg: "Kilograms: 0.015" }),
        choice("hasHeadings", "Headings in the first row", yesOrNo),
        choice(
          "hasMark",
          "Mark for spreadsheets",
          yesOrNo,
          "The file is in UTF-8. Excel needs the mark to read accents; a scale’s program may not like it.",
        ),
      ],
    },
  ],
  valuesOf: ({ columns, delimiter, decimalComma, pricePer, tareIn, hasHeadings, hasMark }) => ({
    columns: columnsInWords(columns),
    delimiter,
    pricePer,
    tareIn,
    decimal: decimalComma ? "comma" : "point",
    hasHeadings: hasHeadings ? "yes" : "no",
    hasMark: hasMark ? "yes" : "no",
  }),
  read: (fields) => checkForm(scaleFileForm, fields),
  preview: (file) =>
    cellsOf(file, example).map((cell, at) => `${file.columns[at]?.heading}: ${cell ?? ""}`),
};
