import { z } from "zod";
import { type BoxSize, boxSize, mostLbPerBox } from "#app/domain/delivery/box-size.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { type SettingsScreen, text } from "./settings-screen.ts";

const words = `Please enter whole pounds from 1 to ${mostLbPerBox}`;

const boxForm = z.object({
  lbPerBox: z
    .string(words)
    .trim()
    .regex(/^\d{1,3}$/, words)
    .transform(Number)
    .pipe(z.number().min(1, words).max(mostLbPerBox, words)),
});

export const boxScreen: SettingsScreen<BoxSize> = {
  group: boxSize,
  title: "Boxes",
  lede: "A zone’s days can take a number of boxes at most. Until an order is packed, its boxes are counted by its pounds, each order for itself; then as many as it has.",
  sections: [
    {
      title: "",
      fields: [
        text("lbPerBox", "Pounds per box", 3, {
          kind: "number",
          hint: "Orders that are booked already keep the boxes that they were counted with.",
        }),
      ],
    },
  ],
  valuesOf: ({ lbPerBox }) => ({ lbPerBox: String(lbPerBox) }),
  read: (fields) => checkForm(boxForm, fields),
  preview: ({ lbPerBox }) => [`${lbPerBox} lb fill 1 box, ${lbPerBox + 1} lb fill 2`],
};
