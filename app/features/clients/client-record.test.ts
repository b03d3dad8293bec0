import { describe, expect, it } from "vitest";
import { checkForm } from "#app/lib/form/check-form.ts";
import { drawnField, writeDrawn } from "#app/lib/form/keep-theirs.ts";
import {
  type ClientSite,
  contactForm,
  siteConflict,
  siteForm,
  siteValues,
} from "./client-record.ts";

describe("the form for a contact", () => {
  it("normalizes the email address, and reads which mails it receives", () => {
    const { data } = checkForm(contactForm, { email: " Books@Example.COM ", invoices: "yes" });
    expect(data).toEqual({ email: "books@example.com", name: "", gets: ["invoices"] });
  });

  it("refuses an invalid email address, and a contact that receives no mails", () => {
    expect(
      checkForm(contactForm, { email: "books@", orders: "yes" }).refused?.errors,
    ).toHaveProperty("email");
    expect(checkForm(contactForm, { email: "a@example.com" }).refused?.errors).toHaveProperty(
      "orders",
    );
  });
});

describe("the form for a site", () => {
  const typed = { name: "Harbour", address: "1 Sample Street" };

  it("reads the weekdays on which the site is closed", () => {
    const { data } = checkForm(siteForm, { ...typed, closed1: "yes", closed7: "yes" });
    expect(data).toMatchObject({ ...typed, closedOn: [1, 7] });
    expect(checkForm(siteForm, typed).data?.closedOn).toEqual([]);
  });

  it("requires an address, also if the field isn't sent", () => {
    for (const fields of [{ name: "Harbour" }, { name: "Harbour", address: " " }]) {
      const { refused } = checkForm(siteForm, fields as Record<string, string>);
      expect(refused?.errors).toMatchObject({ address: ["Please enter an address"] });
    }
  });

  it("accepts receiving hours or none, and refuses incomplete or reversed ones", () => {
    const hours = (receivesFrom: string, receivesTo: string) =>
      checkForm(siteForm, { ...typed, receivesFrom, receivesTo });
    expect(hours("06:00", "10:30").data).toMatchObject({
      receivesFrom: "06:00",
      receivesTo: "10:30",
    });
    expect(hours("", "").data).toMatchObject({ receivesFrom: null, receivesTo: null });
    expect(hours("", "10:30").refused?.errors).toHaveProperty("receivesFrom");
    expect(hours("06:00", "").refused?.errors).toHaveProperty("receivesTo");
    expect(hours("10:30", "06:00").refused?.errors).toHaveProperty("receivesTo");
    expect(hours("25:00", "26:00").refused?.errors).toHaveProperty("receivesFrom");
  });

  it("requires at least one open weekday", () => {
    const all = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`closed${day}`, "yes"]));
    expect(checkForm(siteForm, { ...typed, ...all }).refused?.errors).toHaveProperty("closed1");
  });
});

describe("a site that a colleague has changed meanwhile", () => {
  const site = (changed: Partial<ClientSite>): ClientSite => ({
    id: "1",
    name: "Harbour",
    address: "1 Sample Street",
    postalCode: "V3G1A2",
    notes: "",
    contactName: "",
    phone: "",
    gateCode: "",
    closedOn: [1],
    receivesFrom: null,
    receivesTo: null,
    isDefault: true,
    zoneName: null,
    updatedAt: new Date(1),
    ...changed,
  });

  it("shows the saved values, closing days included, and keeps the typed ones", () => {
    const drawn = siteValues(site({}));
    const typed = {
      ...drawn,
      closed1: "yes",
      phone: "604-555-0122",
      notes: "Ring",
      closed3: "yes",
    };
    const now = site({ closedOn: [2], notes: "Knock", updatedAt: new Date(2) });
    const { answer } = siteConflict(
      { ...(typed as Record<string, string>), [drawnField]: writeDrawn(drawn) },
      now,
    );
    expect(answer).toMatchObject({
      errors: { notes: ["Saved value: Knock"], closed3: ["Saved value: open on Wednesday"] },
      values: { phone: "604-555-0122", notes: "Ring", closed2: "yes", closed3: "yes" },
    });
    expect(answer).toHaveProperty("values.seen", new Date(2).toISOString());
    expect(answer).not.toHaveProperty("values.closed1");
  });
});
