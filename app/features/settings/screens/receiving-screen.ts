import { z } from "zod";
import {
  degrees,
  formatDegrees,
  limitBounds,
  type ReceivingSettings,
  receivingSettings,
  tenthsOf,
} from "#app/domain/receiving/receiving-settings.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { type SettingsScreen, text } from "./settings-screen.ts";

const limit = z
  .string()
  .default("")
  .transform((typed, context) => {
    const tenths = tenthsOf(typed);
    if (tenths !== null && tenths >= limitBounds.least && tenths <= limitBounds.most) return tenths;
    context.addIssue("Please enter degrees Celsius from -40 to 10, such as 4");
    return z.NEVER;
  });

const receivingForm = z.object({ chilledMost: limit, frozenMost: limit });

export const receivingScreen: SettingsScreen<ReceivingSettings> = {
  group: receivingSettings,
  title: "Receiving",
  lede: "How warm meat may be when it comes. What is warmer is refused, or accepted with a reason.",
  sections: [
    {
      title: "",
      fields: [
        text("chilledMost", "Chilled, at most (°C)", 6),
        text("frozenMost", "Frozen, at most (°C)", 6),
      ],
    },
  ],
  valuesOf: ({ chilledMost, frozenMost }) => ({
    chilledMost: degrees(chilledMost),
    frozenMost: degrees(frozenMost),
  }),
  read: (fields) => checkForm(receivingForm, fields),
  preview: ({ chilledMost, frozenMost }) => [
    `Chilled meat above ${formatDegrees(degrees(chilledMost))} needs a reason, or is refused`,
    `Frozen meat above ${formatDegrees(degrees(frozenMost))} needs a reason, or is refused`,
  ],
};
