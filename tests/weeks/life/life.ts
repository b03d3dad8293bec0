import type { OpenDatabase } from "#db/database.ts";
import { doAfterwards } from "../acts/afterwards.ts";
import * as approvals from "../acts/approvals.ts";
import { weighByCut } from "../acts/by-cut.ts";
import * as cards from "../acts/cards.ts";
import * as counter from "../acts/counter.ts";
import * as days from "../acts/days.ts";
import * as delivering from "../acts/delivering.ts";
import { deskPrice } from "../acts/desk-price.ts";
import * as door from "../acts/door.ts";
import * as sheets from "../acts/fresh-sheets.ts";
import * as imports from "../acts/imports.ts";
import { comeAgain } from "../acts/leaving/come-again.ts";
import * as reopening from "../acts/leaving/reopen.ts";
import * as returns from "../acts/leaving/returns.ts";
import { shareShort } from "../acts/mistakes/share-cut.ts";
import * as mistakes from "../acts/mistakes/take-back.ts";
import { judgeDebtorMails, judgeStatements, statementsBefore } from "../acts/money/debtors.ts";
import { exportAndJudge } from "../acts/money/exports.ts";
import { moneyKinds } from "../acts/money/kinds.ts";
import * as money from "../acts/money.ts";
import * as office from "../acts/office.ts";
import * as orders from "../acts/orders.ts";
import * as packing from "../acts/packing.ts";
import { changeAddress } from "../acts/people/addresses.ts";
import { keepContact } from "../acts/people/contacts.ts";
import { mergeByMistake } from "../acts/people/merging.ts";
import * as receiving from "../acts/receiving.ts";
import * as standing from "../acts/standing.ts";
import * as station from "../acts/station.ts";
import * as stock from "../acts/stock.ts";
import { handOverPickup, pickupOtherwise } from "../acts/till/pickups.ts";
import { pacificInstant, plusDays } from "../pencil/days.ts";
import { Impossible } from "../pencil/sums.ts";
import { type Act, Finding } from "./act.ts";
import type { Clock } from "./clock.ts";
import { openCompany } from "./company.ts";
import { judgeAll, judgeMails, judgeTouched } from "./judge.ts";
import { cutOff, twoAtOnce } from "./mishaps.ts";
import { readers, visitPages } from "./pages.ts";
import { Random } from "./random.ts";
import { isExpected, Skipped, todayOf, type World } from "./world.ts";

const kinds: Record<string, Act<unknown>> = {
  place: orders.place,
  "place two": orders.placeTwo,
  "order by telephone": orders.placeByTelephone,
  "order again": orders.placeAgain,
  change: orders.change,
  move: orders.move,
  "order by card": cards.orderByCard,
  cancel: orders.cancel,
  "order as a member": approvals.placeAsMember,
  approve: approvals.approve,
  decline: approvals.decline,
  "begin a standing order": standing.begin,
  "change a standing order": standing.alter,
  "skip a delivery": standing.skip,
  "want it after all": standing.unskip,
  pause: standing.pause,
  "end a standing order": standing.end,
  release: orders.release,
  weigh: packing.weigh,
  scan: station.scan,
  "weigh by cut": weighByCut,
  "share what is short": shareShort,
  undo: station.undo,
  box: station.box,
  "take off": packing.takeOff,
  done: packing.done,
  drop: packing.drop,
  "open again": packing.openAgain,
  add: packing.add,
  substitute: packing.substitute,
  finish: packing.finishOrder,
  fulfil: packing.fulfil,
  "open a packed order": reopening.reopen,
  "weigh back": returns.weighBack,
  "take a weighing back": returns.takeWeighingBack,
  "come again": comeAgain,
  deliver: money.deliver,
  "nobody home": delivering.nobodyHome,
  "send again": delivering.sendAgain,
  "take a delivery back": delivering.takeBack,
  "refuse at the door": delivering.refuseAtDoor,
  "decide what was refused": delivering.decideAtDoor,
  "take money at the door": door.takeMoney,
  "cash up": door.cashUp,
  "count anew": door.countAnew,
  "open a till": counter.openDrawer,
  "sell over the counter": counter.sell,
  "move cash": counter.moveMoney,
  "give back at the counter": counter.giveBack,
  "put back what never left the counter": counter.neverLeft,
  "paid otherwise": counter.payOtherwise,
  "hand over at the till": handOverPickup,
  "paid at the till otherwise": pickupOtherwise,
  "close a till": counter.closeDrawer,
  "close a day": days.closeDay,
  "open a day": days.openDay,
  "move several": days.moveTogether,
  pay: money.pay,
  "guest pays ahead": money.payAhead,
  bounce: money.bounce,
  credit: money.credit,
  receive: receiving.receive,
  "correct a receipt": receiving.correct,
  cut: receiving.cut,
  "hold a lot": receiving.hold,
  "let a lot go": receiving.letGo,
  "keep stock": stock.keep,
  count: stock.count,
  waste: stock.waste,
  "expect a load": stock.expect,
  "a load comes": stock.arrive,
  "take an entry back": mistakes.takeEntryBack,
  "void a receipt": mistakes.voidOne,
  "take a sheet back": mistakes.takeSheetBack,
  "set a price": deskPrice,
  reprice: office.reprice,
  "own price": office.ownPrice,
  "replace list": office.replaceList,
  terms: office.terms,
  "keep a contact": keepContact,
  "merge by mistake": mergeByMistake,
  "change an address": changeAddress,
  "send a fresh sheet": sheets.sendSheet,
  "import prices": imports.importPrices,
  "undo an import": imports.undoFile,
  "mistype a price": imports.misprice,
  "mend a price": imports.mend,
  // Last, so that the compiler refuses two acts of the same name.
  ...moneyKinds,
};

Object.assign(kinds, { "two at once": twoAtOnce(kinds), "cut off": cutOff(kinds) });

export const kindsOfActs = Object.keys(kinds);

/** An act and its time. The shop's own acts are steps too; `night` also judges everything. */
export interface Step {
  kind: string;
  at: number;
  chosen: unknown;
}

/** First days of fortnights with hard days, month ends or clock changes. */
const hardDays = [
  "2026-10-26", // The clocks would go back on 1 November; a month ends.
  "2026-12-21", // Christmas and the end of a year.
  "2027-01-25", // January to February.
  "2028-02-21", // 29 February.
  "2027-03-08", // The clocks would go forward.
  "2027-03-22", // Good Friday and the end of a quarter.
  "2026-03-02", // The last time that the clocks went forward.
  "2027-02-22", // 28 February.
  "2027-06-21", // Canada Day.
  "2027-10-25", // The end of October again.
];

export interface Size {
  first: string;
  days: number;
  /** Acts tried per day. */
  acts: number;
  /** The kinds of acts to use; all by default. */
  only?: readonly string[];
  /** First and last day on which nobody does anything; 0 is the first day of the life. */
  quiet?: [number, number];
  /** The role that opens all its pages at the end. */
  reader?: (typeof readers)[number] | undefined;
}

/** The acts of a year of standing orders: changes to them, and what kitchens and the office do. */
const ofStanding = [
  ...[
    "begin a standing order",
    "change a standing order",
    "skip a delivery",
    "want it after all",
    "pause",
  ],
  ...["end a standing order", "place", "change", "move", "cancel", "release", "terms"],
  ...["close a day", "open a day", "reprice", "own price", "replace list", "fulfil"],
];

/** Returns a week of a hard fortnight, some with quiet days, or a year of standing orders. */
export function sizeOf(seed: number, size: string): Size {
  if (size === "year") return { first: "2026-11-30", days: 365, acts: 2, only: ofStanding };
  const fortnight = hardDays[seed % hardDays.length] ?? "2026-10-26";
  const isSecond = Math.floor(seed / hardDays.length) % 2 === 1;
  const first = isSecond ? plusDays(fortnight, 7) : fortnight;
  const acts = size === "full" ? 150 : size === "small" ? 12 : Number(size);
  const reader = size === "full" ? readers[seed % readers.length] : undefined;
  const asUsual = { first, acts, days: 7, reader };
  return seed % 7 === 3 ? { ...asUsual, days: 14, quiet: [3, 9] } : asUsual;
}

export interface Lived {
  seed: number;
  first: string;
  steps: Step[];
  done: Map<string, number>;
  refused: Map<string, number>;
  /** Counts of refusals. */
  words: Map<string, number>;
  /** Counts of the outcomes of standing orders' deliveries. */
  outcomes: Map<string, number>;
  /** The finding in words; undefined if there was none. */
  finding?: string;
}

export interface Place {
  open: OpenDatabase;
  databaseUrl: string;
  clock: Clock;
  ends: (() => Promise<void>)[];
}

const hour = 60;

/** Lives the days of a seed, until the first finding. */
export async function live(
  seed: number,
  { first, days, acts, only = kindsOfActs, quiet = [-1, -1], reader }: Size,
  place: Place,
): Promise<Lived> {
  const random = new Random(seed);
  const lived = empty(seed, first);
  const world = await openCompany(place.open.db, place.clock, place.databaseUrl);
  place.ends.push(() => world.desk.fake.close());
  for (let day = 0; day < days; day += 1) {
    const date = plusDays(first, day);
    const [from, to] = [pacificInstant(date, 5 * hour), pacificInstant(date, 24 * hour - 5)];
    // A Pacific midnight falls between acts.
    const times = Array.from(
      { length: quiet[0] <= day && day <= quiet[1] ? 0 : acts },
      () => from + Math.floor(random.next() * (to - from)),
    );
    const noon = pacificInstant(date, 12 * hour + 5);
    for (const at of [...new Set([...times, noon])].sort((a, b) => a - b)) {
      await place.clock.set(at);
      const step =
        at === noon ? { kind: "noon", at, chosen: null } : await choose(world, random, at, only);
      if (step && !(await take(world, step, lived, place))) return lived;
    }
    const night = { kind: "night", at: pacificInstant(plusDays(date, 1), 20), chosen: null };
    await place.clock.set(night.at);
    if (!(await take(world, night, lived, place))) return lived;
  }
  if (reader === undefined) return lived;
  const pages = { kind: "pages", at: place.clock.now, chosen: reader };
  await take(world, pages, lived, place);
  return lived;
}

/** Replays some or all steps of a life. */
export async function liveAgain(
  lived: Lived,
  steps: readonly Step[],
  place: Place,
): Promise<Lived> {
  const again = empty(lived.seed, lived.first);
  const world = await openCompany(place.open.db, place.clock, place.databaseUrl);
  place.ends.push(() => world.desk.fake.close());
  for (const step of steps) {
    await place.clock.set(step.at);
    if (!(await take(world, step, again, place))) return again;
  }
  return again;
}

export function inWords({ kind, at, chosen }: Step): string {
  const when = new Date(at - 7 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
  if (kind === "pages") return `${when}  The ${chosen} opens all pages.`;
  const said = byItself[kind] ?? kinds[kind]?.say(chosen) ?? kind;
  return `${when}  ${said}.`;
}

/** Sentences for the shop's own steps. */
const byItself: Record<string, string> = { night: "Night falls", noon: "It is noon" };

const isByItself = ({ kind }: Step) => kind in byItself;

const empty = (seed: number, first: string): Lived => ({
  seed,
  first,
  steps: [],
  done: new Map(),
  refused: new Map(),
  words: new Map(),
  outcomes: new Map(),
});

/** Places due standing orders, once the pencil knows all that came before. */
async function placeStanding(world: World): Promise<string[]> {
  const outcomes = await standing.placeStanding(world);
  await world.jobs.settleStops();
  return outcomes;
}

async function choose(
  world: World,
  random: Random,
  at: number,
  only: readonly string[],
): Promise<Step | undefined> {
  const all = Object.entries(kinds).flatMap(([kind, { weight }]) =>
    only.includes(kind) ? { kind, weight } : [],
  );
  for (let turn = 0; turn < 8; turn += 1) {
    const kind = random.weighed(all)?.kind ?? "";
    const chosen = await kinds[kind]?.choose(world, random);
    if (chosen !== undefined) return { kind, at, chosen };
  }
  return undefined;
}

const more = (counts: Map<string, number>, what: string) =>
  counts.set(what, (counts.get(what) ?? 0) + 1);

/** Takes one step; returns whether life goes on. */
async function take(world: World, step: Step, lived: Lived, { open }: Place): Promise<boolean> {
  lived.steps.push(step);
  world.touched = { orders: new Set(), buyers: new Set() };
  try {
    if (step.kind === "pages") {
      await visitPages(world, open, step.chosen as (typeof readers)[number]);
      more(lived.done, step.kind);
      return true;
    }
    if (isByItself(step)) await doByItself(world, step.kind);
    else await kinds[step.kind]?.run(world, step.chosen);
    await doAfterwards(world);
    if (isByItself(step)) {
      for (const outcome of await placeStanding(world)) more(lived.outcomes, outcome);
    }
    more(lived.done, step.kind);
    await judgeTouched(world);
    if (step.kind === "night") await judgeAll(world);
    return true;
  } catch (error) {
    if (error instanceof Skipped) return true;
    if (error instanceof Error && isExpected(error)) {
      more(lived.refused, step.kind);
      more(lived.words, `${step.kind}: ${error.message}`);
      return true;
    }
    lived.finding = describe(error);
    return false;
  }
}

function describe(error: unknown): string {
  if (error instanceof Finding) return error.message;
  if (error instanceof Impossible) return `The shop took it, and cannot have: ${error.message}`;
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : "";
  return `${error.stack ?? error.message}${cause}`;
}

/** Runs the shop's own jobs at noon and after midnight, and at night the bookkeeper's work. */
async function doByItself(world: World, kind: string): Promise<void> {
  const { pencil } = world;
  // Emails lose their texts when they are sent.
  await judgeMails(world);
  await statementsBefore(world);
  await world.jobs.round();
  approvals.lapseUnapproved(world);
  const month = plusDays(`${todayOf(world).slice(0, 7)}-01`, -1).slice(0, 7);
  for (const { key } of [...world.buyers.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    if (pencil.monthInvoiced(key, month)) world.touched.buyers.add(key);
  }
  for (const key of world.touched.buyers) await money.spendCredit(world, key);
  await world.jobs.writeToDebtors();
  await judgeDebtorMails(world);
  if (kind !== "night") return;
  await exportAndJudge(world);
  await judgeStatements(world);
}
