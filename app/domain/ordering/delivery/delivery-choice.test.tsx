import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ChosenDelivery, OfferedDay } from "#app/domain/delivery/delivery-offer.ts";
import { alwaysOpen } from "#app/domain/delivery/site-hours.ts";
import { DayOptions } from "./delivery-choice.tsx";

const zoneId = "00000000-0000-4000-8000-000000000001";

function day(date: string, isFull: boolean): OfferedDay {
  return {
    zoneId,
    date,
    key: `${zoneId} ${date}`,
    kind: "delivery",
    weekday: 4,
    windowFrom: "08:00",
    windowTo: "15:00",
    cutOffAt: new Date("2026-11-25T22:00:00Z"),
    minOrder: 150_00,
    fee: 0,
    freeFrom: null,
    capStops: 1,
    capLb: null,
    isFull,
  } as unknown as OfferedDay;
}

const days = [day("2026-11-26", true), day("2026-12-03", false)];
const zone = { id: zoneId, kind: "delivery" as const, name: "Valley", place: "", days };
const chosen: ChosenDelivery = {
  site: null,
  zones: [zone],
  day: null,
  zone: null,
  lost: null,
  isShared: false,
  terms: { minimumCents: 0, feeCents: 0 },
};

const radios = (html: string) =>
  [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([tag]) => tag.includes("disabled"));

it("lets staff choose full days, but not clients", () => {
  const forClients = renderToStaticMarkup(<DayOptions chosen={chosen} onChoose={undefined} />);
  expect(radios(forClients)).toEqual([true, false]);
  expect(forClients).toContain(": full");
  const full = "Full: give a reason below";
  const forStaff = renderToStaticMarkup(
    <DayOptions chosen={chosen} onChoose={undefined} full={full} />,
  );
  expect(radios(forStaff)).toEqual([false, false]);
  expect(forStaff.split(full)).toHaveLength(2);
});

it("names the orders already booked for the site that day", () => {
  const there = { day: days[0]?.key ?? "", goodsCents: 0, isOpen: true, bearsFee: false };
  const coming = [
    { ...there, number: 1398, pounds: 37 },
    { ...there, number: 1399, pounds: 4.5 },
  ];
  const site = {
    id: "",
    name: "",
    address: "",
    postalCode: "V3G1A2",
    zoneId,
    sharedDays: [days[0]?.key ?? ""],
    ...alwaysOpen,
  };
  const told = (orders: typeof coming) =>
    renderToStaticMarkup(
      <DayOptions chosen={{ ...chosen, site: { ...site, coming: orders } }} onChoose={undefined} />,
    ).match(/Orders? [^<]* that day\./g);
  expect(told(coming)).toEqual(["Orders 1398 (37 lb) and 1399 (4.5 lb) already come that day."]);
  expect(told(coming.slice(0, 1))).toEqual(["Order 1398 (37 lb) already comes that day."]);
  expect(told([])).toBeNull();
});
