import { z } from "zod";
import {
  type PackedSettings,
  packedSettings,
} from "#app/domain/ordering/packing/packed-settings.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { type SettingsScreen, text } from "./settings-screen.ts";

const times = ["packed", "leaves"] as const;

const packedForm = z
  .object({ when: z.enum(times, "Please choose one of these") })
  .transform(({ when }) => ({ waits: when === "leaves" }));

const inWords = {
  packed: "As soon as an order is packed",
  leaves: "When it leaves: its run is sent out, or it is handed over",
};

export const packedScreen: SettingsScreen<PackedSettings> = {
  group: packedSettings,
  title: "When clients are notified",
  lede: "A packed order is billed at once, and can be opened again until its run is sent out. Here you choose whether its email and the charge of its card wait that long too. If they do, an order that is opened again is told and charged once, by its last invoice.",
  sections: [
    {
      title: "",
      text: "What waits goes out with “Start deliveries”, when the order is marked delivered or handed over at the counter, when no one was there, and the day after its delivery day in any case. A card whose hold would end within a day is charged then, and the client told. Orders without a day never wait. Clients see the invoice in their account from the start.",
      fields: [
        text("when", "Email the invoice and charge the card", 10, {
          kind: "choice",
          options: times.map((value) => ({ value, label: inWords[value] })),
          hint: "A change counts for orders that are packed from then on.",
        }),
      ],
    },
  ],
  valuesOf: ({ waits }) => ({ when: waits ? "leaves" : "packed" }),
  read: (fields) => checkForm(packedForm, fields),
  preview: ({ waits }) => [
    `Email and charge: ${waits ? "when the order leaves" : "as soon as it is packed"}`,
  ],
};
