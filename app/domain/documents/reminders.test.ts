import { describe, expect, it } from "vitest";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import {
  checkReminders,
  presetReminders,
  reminderMail,
  statementMail,
  stepOn,
} from "./reminders.ts";

const shop = sampleShop();

describe("stepOn", () => {
  it.each([
    ["2026-11-26", null],
    ["2026-11-27", "before"],
    ["2026-11-30", "before"],
    ["2026-12-01", null],
    ["2026-12-02", null],
    ["2026-12-03", "after"],
    ["2026-12-20", "after"],
    ["2026-12-21", "later"],
    ["2027-11-30", "later"],
  ])("for an invoice due on 30 November returns on %s: %s", (today, step) => {
    expect(stepOn(presetReminders, "2026-11-30", today)).toBe(step);
  });

  it("returns an overdue step only after the due day, even if 0 days are set", () => {
    const settings = { ...presetReminders, beforeDays: 0, afterDays: 0 };
    expect(stepOn(settings, "2026-11-30", "2026-11-30")).toBe("before");
    expect(stepOn(settings, "2026-11-30", "2026-12-01")).toBe("after");
  });
});

describe("stepOn for invoices that were overdue when reminders were switched on", () => {
  it.each([
    ["2027-02-10", null],
    ["2027-02-12", null],
    ["2027-02-13", "after"],
    ["2027-03-02", "after"],
    ["2027-03-03", "later"],
  ])("counts from the day of switching on: on %s %s", (today, step) => {
    expect(stepOn(presetReminders, "2026-11-30", today, "2027-02-10")).toBe(step);
  });

  it("counts from the due day for invoices due on that day or later", () => {
    expect(stepOn(presetReminders, "2027-02-10", "2027-02-10", "2027-02-10")).toBe("before");
    expect(stepOn(presetReminders, "2027-02-11", "2027-02-14", "2027-02-10")).toBe("after");
  });
});

describe("checkReminders", () => {
  const { isOn: _, ...preset } = presetReminders;
  const typed = Object.fromEntries(
    Object.entries(preset).map(([name, value]) => [name, String(value)]),
  );

  it("reads typed settings, with a missing checkbox as unchecked", () => {
    expect(checkReminders(typed).data).toEqual({ ...presetReminders, withOverdue: false });
    expect(checkReminders({ ...typed, isOn: "on" }).data).toMatchObject({ isOn: true });
  });

  it.each([
    ["beforeDays", "31"],
    ["afterDays", "-1"],
    ["laterDays", "3"],
    ["afterText", " "],
  ])("refuses the %s %j", (name, value) => {
    expect(checkReminders({ ...typed, [name]: value }).refused?.errors).toMatchObject({
      [name]: [expect.any(String)],
    });
  });
});

it("reminderMail lists the invoices, and has the owner's text", () => {
  const invoices = [
    { documentNumber: "INV-000002", dueOn: "2026-10-16", openCents: 105_231, url: null },
    { documentNumber: "INV-000003", dueOn: "2026-10-20", openCents: 57_023, url: null },
  ];
  const facts = { company: "Bistro <b>", invoices };
  const { subject, text, html } = reminderMail(presetReminders, "after", facts, shop);
  expect(subject).toBe("Past due: 2 invoices, $1,622.54");
  expect(text.replace(/\s+/g, " ")).toContain(presetReminders.afterText);
  expect(text).toMatch(/INV-000002\n {2}Due Oct 16, 2026 +\$1,052\.31/);
  expect(text).toContain(`${shop.siteUrl}/dashboard/invoices`);
  expect(html).not.toContain("<b>");
});

it("statementMail lists the month's entries", () => {
  const { subject, text } = statementMail(
    {
      company: "Bistro",
      month: "November 2026",
      openingCents: 100_00,
      closingCents: 70_00,
      overdueCents: 70_00,
      days: { from: "2026-11-01", to: "2026-11-30" },
      rows: [{ what: "Payment by cheque", day: "2026-11-12", cents: -30_00 }],
    },
    shop,
  );
  expect(subject).toBe("Your statement for November 2026: $70.00");
  expect(text).toMatch(/Payment by cheque\n {2}Nov 12, 2026 +-\$30\.00/);
  expect(text).toContain("statement.pdf?from=2026-11-01&to=2026-11-30");
});
