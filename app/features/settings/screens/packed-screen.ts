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
  lede: "A packed order is billed right away, and can be opened again until its run is sent out. Here you choose whether its email and the charge to its card wait until then, too. If they do, the client of an order that was opened again gets one email and one charge, for the last invoice.",
  sections: [
    {
      title: "",
      text: "If they wait, the email and the charge go out as soon as you press “Start deliveries”, the order is marked delivered or handed over at the counter, or the driver reports that no one was there; at the latest, the day after the delivery day. A card whose hold would end within a day is charged right away, and its client gets an email. Orders without a day never wait. Clients see the invoice in their account from the start.",
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
