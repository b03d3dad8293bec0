import { beforeAll, expect, it } from "vitest";
import type { CashUp } from "#app/domain/door/cash-up.ts";
import { createPrinter, type Printer } from "#app/domain/papers/printer.ts";
import { dateInWords } from "#app/lib/dates.ts";
import { mediaBoxes, textOf } from "#tests/setup/files/read-pdf.ts";
import type { MissedStop, Run, RunStop } from "../run.ts";
import { runSheetJob } from "./run-sheet-words.ts";
import { stopsCsv } from "./stops-csv.ts";

let print: Printer;
beforeAll(async () => {
  print = await createPrinter();
});

function stop(more: Partial<RunStop> = {}): RunStop {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    customerId: "00000000-0000-4000-8000-000000000002",
    name: "Bistro d’Été",
    address: "100 Sample Street\nAbbotsford, BC",
    postalCode: "V2S1A2",
    phone: "+1 (604) 555-0142",
    notes: "Ring at the back door.\nMind the step.",
    from: "08:00:00",
    to: "12:00:00",
    state: "waiting",
    visitedAt: null,
    receivedBy: "",
    leftWith: null,
    note: "",
    temperatureC: null,
    arriving: { by: null, to: "", whyNot: "", told: null },
    signatureId: null,
    photoId: null,
    undoObstacle: "",
    earlier: [],
    accountCents: 0,
    overdueCents: 0,
    openInvoices: [],
    sitePhotos: [],
    toCollect: null,
    olderCents: 0,
    owesOlder: false,
    orders: [
      {
        id: "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11",
        number: 1042,
        status: "fulfilled",
        boxes: 2,
        orderedLb: "20.00",
        packedLb: "19.50",
        notes: "Leave at\nside door.",
        lines: [],
        goodsCents: 0,
        goodsTaxCode: "Z",
      },
    ],
    isBilledByOrder: true,
    otherRuns: [],
    ...more,
  };
}

function run(stops: RunStop[]): Run {
  return {
    id: "00000000-0000-4000-8000-000000000003",
    date: "2026-11-26",
    zone: "Fraser Valley",
    kind: "delivery",
    place: "",
    state: "planned",
    driver: "Sam",
    departedAt: null,
    endedAt: null,
    takenOver: null,
    load: {
      bookedStops: stops.length,
      capStops: null,
      bookedLb: "0.00",
      capLb: null,
      bookedBoxes: 0,
      capBoxes: null,
    },
    leftBehind: [],
    moved: [],
    missed: [],
    held: [],
    handedOver: [],
    settled: [],
    receipts: [],
    boxMoves: [],
    boxStops: [],
    zoneId: "",
    choices: { days: [], secondFee: "never", neighbours: false, temperature: "asked" },
    stops,
  };
}

const printedAt = new Date("2026-11-26T14:00:00Z");

it("prints the stops in order on Letter, with the facts for each", async () => {
  const pending = { ...stop().orders[0], status: "pending", boxes: 0, packedLb: "0.00" } as const;
  const second = stop({
    name: "Sample Butchers",
    toCollect: { cents: 24990, refusedCents: 0, isFinal: false },
    orders: [pending as RunStop["orders"][number]],
  });
  const pdf = print(runSheetJob(run([stop(), second]), printedAt));
  expect(mediaBoxes(pdf)).toEqual([[0, 0, 612, 792]]);
  const [page = ""] = await textOf(pdf);
  for (const text of [
    `Run sheet, ${dateInWords("2026-11-26")}`,
    "Fraser Valley 2 stops, 2 boxes, 19.5 lb, to collect about $249.90",
    "Driver: Sam",
    "1 Bistro d’Été 100 Sample Street Abbotsford, BC, V2S 1A2 +1 (604) 555-0142 Ring at the back door. Mind the step. Leave at side door. Order 1042",
    "Not packed yet",
  ]) {
    expect(page).toContain(text);
  }
  expect(page.indexOf("Bistro")).toBeLessThan(page.indexOf("Sample Butchers"));
});

it("collects nothing if more was refused than is still owed", async () => {
  const paid = stop({ toCollect: { cents: -43885, refusedCents: 43885, isFinal: true } });
  const owing = stop({ id: "2", toCollect: { cents: 1000, refusedCents: 0, isFinal: true } });
  const [page = ""] = await textOf(print(runSheetJob(run([paid, owing]), printedAt)));
  expect(page).toContain("to collect $10.00");
  expect(page).not.toContain("438.85");
  const [settled = ""] = await textOf(print(runSheetJob(run([paid]), printedAt)));
  expect(settled).toContain("nothing left to collect");
  expect(settled).not.toContain("$0.00");
});

it("prints the outcome of each stop, with the order of each refused line", async () => {
  const line = { id: "l", productName: "Ribeye Steak", packedLb: "9.00", keptLb: "0.00" };
  const orderOf = (number: number, refusedLb: string) =>
    ({
      ...stop().orders[0],
      number,
      status: "delivered",
      lines: [{ ...line, refusedLb }],
    }) as RunStop["orders"][number];
  const visitedAt = new Date("2026-11-26T18:32:00Z");
  const done = {
    ...run([
      stop({
        state: "delivered",
        visitedAt,
        receivedBy: "Kim",
        leftWith: "neighbour",
        note: "Rang twice",
        orders: [orderOf(1042, "0.00"), orderOf(1043, "4.00")],
      }),
      stop({ id: "2", state: "not_home", visitedAt }),
      stop({ id: "3" }),
    ]),
    state: "done",
    receipts: [
      { stopId: stop().id, method: "cash", cents: 249_90, reference: "", isTakenBack: false },
      { stopId: stop().id, method: "cheque", cents: 80_00, reference: "101", isTakenBack: false },
    ],
  } as Run;
  const [page = ""] = await textOf(print(runSheetJob(done, printedAt)));
  for (const text of [
    "Order 1042, Order 1043: delivered, Nov 26, 2026, 11:32 a.m. Left with a neighbour, Kim. “Rang twice” Refused: 4 lb of Ribeye Steak, order 1043 Took $249.90 in cash Took $80.00 by cheque 101",
    "No one there, Nov 26, 2026, 11:32 a.m.",
    "Not reported",
  ]) {
    expect(page).toContain(text);
  }
  const [, first, missed, open] = (await stopsCsv(done)).split("\r\n");
  expect(first).toContain(
    '"Order 1042, Order 1043: delivered","2026-11-26 11:32","Order 1042, Order 1043: left with a neighbour, Kim","Order 1042, Order 1043: Rang twice","Refused: 4 lb of Ribeye Steak, order 1043",,"Took $249.90 in cash\nTook $80.00 by cheque 101"',
  );
  expect(missed).toContain('"No one there","2026-11-26 11:32",,,,');
  expect(open).toContain('"Not reported",,,,,');
});

it("names the orders of each visit in the same way on the sheet and in the file", async () => {
  const [first] = stop().orders;
  const order = (number: number, status: string) =>
    ({ ...first, number, status }) as RunStop["orders"][number];
  const at = (time: string) => new Date(`2026-11-26T${time}:00Z`);
  const state = "delivered" as const;
  const visit = { state, orders: [1042], receivedBy: "Kim", leftWith: null };
  const earlier = { ...visit, at: at("18:32"), note: "Side door", temperatureC: "2.5" };
  const images = { signatureId: null, photoId: null };
  const twice = stop({
    state: "not_home",
    visitedAt: at("20:02"),
    note: "Closed",
    earlier: [{ ...earlier, ...images }],
    orders: [order(1042, "delivered"), order(1043, "fulfilled"), order(1044, "pending")],
  });
  const out: Run = { ...run([twice]), state: "out" };
  const [page = ""] = await textOf(print(runSheetJob(out, printedAt)));
  expect(page).toContain(
    "Order 1042: delivered, Nov 26, 2026, 11:32 a.m., product at 2.5 °C. Received by Kim. “Side door” Order 1043: no one there, Nov 26, 2026, 1:02 p.m. “Closed” Order 1044: not packed",
  );
  const csv = await stopsCsv(out);
  expect(csv).toContain(
    '"Order 1042: delivered\nOrder 1043: no one there\nOrder 1044: not packed","2026-11-26 11:32\n2026-11-26 13:02","Order 1042: received by Kim","Order 1042: Side door\nOrder 1043: Closed"',
  );
});

it("prints an unpacked order as neither delivered nor unreported", async () => {
  const [first] = stop().orders;
  const order = (number: number, status: string) =>
    ({ ...first, number, status }) as RunStop["orders"][number];
  const visitedAt = new Date("2026-11-26T18:32:00Z");
  const reported = { state: "delivered", visitedAt, receivedBy: "Hana" } as const;
  const stops = [
    stop({
      ...reported,
      orders: [order(1574, "pending"), order(1576, "delivered"), order(1588, "delivered")],
    }),
    stop({ id: "2", orders: [order(1590, "pending")] }),
  ];
  const done: Run = { ...run(stops), state: "done" };
  const [page = ""] = await textOf(print(runSheetJob(done, printedAt)));
  expect(page).toContain(
    "Order 1576, Order 1588: delivered, Nov 26, 2026, 11:32 a.m. Received by Hana. Order 1574: not packed",
  );
  expect(page).not.toContain("Not reported");
  const [, both, alone] = (await stopsCsv(done)).split("\r\n");
  expect(both).toContain('"Order 1576, Order 1588: delivered\nOrder 1574: not packed"');
  expect(alone).toContain(',1590,"Not packed",');
});

it("prints a missed stop after its order was given another day", async () => {
  const { orders: _, ...rest } = stop({ name: "Sample Grill", state: "not_home" });
  const missed: MissedStop = {
    ...rest,
    note: "Locked",
    visitedAt: new Date("2026-11-26T18:32:00Z"),
    orders: [],
    left: [
      {
        id: "o",
        number: 1044,
        to: { day: "2026-11-27", kind: "delivery" },
        boxes: 3,
        packedLb: "31.25",
      },
    ],
  };
  const done: Run = { ...run([stop()]), missed: [missed] };
  const [page = ""] = await textOf(print(runSheetJob(done, printedAt)));
  expect(page).toContain("1 stop, 2 boxes");
  expect(page).toContain(
    "No one there, Nov 26, 2026, 11:32 a.m. “Locked” Order 1044: 3 boxes, 31.25 lb Order 1044: moved to Friday, November 27",
  );
  const [, , line] = (await stopsCsv(done)).split("\r\n");
  expect(line).toMatch(/^,"Sample Grill",/);
  expect(line).toContain(
    '1044,"No one there","2026-11-26 11:32",,Locked,"Order 1044: 3 boxes, 31.25 lb","Order 1044: moved to Friday, November 27",',
  );
  expect(line).toContain(",3,31.25,");
});

it("prints which box went with another stop", async () => {
  const box = { orderId: "o", number: 1042, box: 2, fromStopId: stop().id, toStopId: "2" };
  const moved: Run = {
    ...run([stop()]),
    boxMoves: [
      {
        ...box,
        toRunId: run([]).id,
        isOut: true,
        date: "2026-11-26",
        note: "",
        address: "1 Main St",
      },
    ],
  };
  const said = "Box 2 of order 1042 is handed over at 1 Main St";
  expect((await textOf(print(runSheetJob(moved, printedAt)))).join(" ")).toContain(said);
  expect((await stopsCsv(moved)).split("\r\n")[1]).toContain(said);
});

it("prints whole orders that stayed on the truck, and the counted money once cashed up", async () => {
  const kept = stop({ state: "kept", visitedAt: new Date("2026-11-26T18:32:00Z") });
  const done = { ...run([kept]), state: "done" } as Run;
  const cashUp: CashUp = {
    id: "c",
    reason: "A five was torn",
    confirmedBy: "kim@example.com",
    confirmedAt: new Date("2026-11-27T01:02:00Z"),
    taken: { cash: 249_90, cheque: 80_00, terminal: 0 },
    counted: { cash: 244_90, cheque: 80_00, terminal: 0 },
  };
  const [page = ""] = await textOf(print(runSheetJob(done, printedAt, cashUp)));
  expect(page).toContain("Kept back by us, on hold: order 1042, 19.5 lb");
  expect(page).toContain(
    "Counted: Cash $244.90 of $249.90, Cheque $80.00, Card terminal $0.00, by kim@example.com, Nov 26, 2026, 6:02 p.m. Cash $5.00 short: “A five was torn”",
  );
  expect(page).not.toContain("Handed in");
  const [, line] = (await stopsCsv(done)).split("\r\n");
  expect(line).toContain('"Kept back by us, on hold: order 1042, 19.5 lb"');
});

it("prints an empty run, and one of many stops with the longest names", async () => {
  const [empty] = await textOf(print(runSheetJob(run([]), printedAt)));
  expect(empty).toContain("Nobody is on this run.");
  const long = "Société Québécoise des Boucheries Réunies ".repeat(5).slice(0, 200);
  const many = Array.from({ length: 60 }, () => stop({ name: long, notes: "x".repeat(2000) }));
  const pages = await textOf(print(runSheetJob(run(many), printedAt)));
  expect(pages.join(" ")).toContain(" 60 Société");
});

it("lists the stops for a routing program, safe in a spreadsheet", async () => {
  const csv = await stopsCsv(run([stop({ notes: "=1+1" })]));
  expect(csv).toBe(
    "\uFEFF" +
      'Stop,Name,Address,"Postal code",Country,Phone,"Window from","Window to",Boxes,"Packed lb","To collect",Notes,Orders,Result,"Visited (Pacific)","Received by","Driver\'s note","Came back",Moved,"Paid at the door"\r\n' +
      '1,"Bistro d’Été","100 Sample Street Abbotsford, BC","V2S 1A2",Canada,"+1 604 555 0142",08:00,12:00,2,19.50,,"\'=1+1\nLeave at\nside door.",1042,,,,,,,\r\n',
  );
});
