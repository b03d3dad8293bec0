import { expect, it } from "vitest";
import type { TracedCustomer, TracedLine } from "#app/domain/lots/lot-trace.ts";
import type { RecallContact, RecallMail, RecallNotice } from "./recall.ts";
import {
  goodInWords,
  heldForInWords,
  mailedInWords,
  tellGoodTitle,
  toCallAgain,
  toldBy,
  toldByInWords,
  toldClients,
  toldInAll,
  wasTold,
  whoInWords,
} from "./told-words.ts";

const firstAt = new Date("2026-11-26T17:00:00Z");
const secondAt = new Date("2026-11-27T17:00:00Z");
const none = { mailedAt: null, mails: [], answer: null, round: 1, earlier: [] };
const mailed = (state: RecallMail["state"], mailedAt = firstAt) => ({
  ...none,
  mailedAt,
  mails: [{ state, stateAt: mailedAt } as RecallMail],
});
const twice = (first: RecallMail["state"], second: RecallMail["state"]) => ({
  ...mailed(second, secondAt),
  round: 2,
  earlier: [{ ...mailed(first), isAnswered: false }],
});
const recallOf = (notice: object, outcome?: RecallContact["outcome"]) => ({
  notices: [{ customerId: "a", ...notice } as RecallNotice],
  contacts: outcome ? [{ customerId: "a", outcome } as RecallContact] : [],
});
const told = (...recall: Parameters<typeof recallOf>) => wasTold(recallOf(...recall), { id: "a" });

it("counts as told only clients whose email arrived, who answered or who were reached by phone", () => {
  expect(told(mailed("delivered"))).toBe(true);
  // A waiting mail has told nobody yet.
  expect(told(mailed("waiting"))).toBe(false);
  expect([told(mailed("file")), told(mailed("failed"))]).toEqual([false, false]);
  expect(told({ ...none, answer: {} })).toBe(true);
  expect([told(none), told(none, "no answer"), told(none, "told")]).toEqual([false, false, true]);
  expect(wasTold({ notices: [], contacts: [] }, { id: "a" })).toBe(false);
});

it("counts clients as told by an earlier email even if the latest is waiting or failed", () => {
  for (const latest of ["waiting", "failed", "file"] as const) {
    const recall = recallOf(twice("delivered", latest));
    expect(toldBy(recall, { id: "a" })).toEqual({ by: "mail", number: 1, at: firstAt });
    expect(toldByInWords(recall, { id: "a" })).toBe("The first mail");
  }
  const both = recallOf(twice("delivered", "delivered"));
  expect(toldBy(both, { id: "a" })).toEqual({ by: "mail", number: 2, at: secondAt });
  expect(told(twice("failed", "waiting"))).toBe(false);
  // A client who answered the first one was told, even if somebody read it to them.
  const answered = { ...mailed("waiting"), earlier: [{ ...none, isAnswered: true }] };
  expect(toldByInWords(recallOf(answered), { id: "a" })).toBe("They answered");
  expect(toldByInWords(recallOf(none, "told"), { id: "a" })).toBe("A call");
  expect(toldByInWords(recallOf(mailed("waiting")), { id: "a" })).toBe("");
});

it("states which email told a client, and the state of the latest", () => {
  const customer = { lines: [{}] } as TracedCustomer;
  const said = (notice: object, isOver = false) =>
    mailedInWords(notice as RecallNotice, customer, isOver);
  expect(said(mailed("waiting"))).toBe("The mail is waiting to be sent, no answer yet");
  expect(said(mailed("waiting"), true)).toBe(
    "The mail was waiting to be sent when it was closed, no answer",
  );
  expect(said(mailed("failed"))).toBe("The mail could not be delivered");
  expect(said(twice("delivered", "waiting"))).toBe(
    "Told by the first mail Nov 26, 2026, 10:00 a.m.; the second mail is waiting to be sent, no answer yet",
  );
  expect(said(twice("delivered", "failed"), true)).toBe(
    "Told by the first mail Nov 26, 2026, 10:00 a.m.; the second mail could not be delivered, no answer",
  );
  expect(said(twice("file", "failed"))).toBe("The mail to tell them again could not be delivered");
  expect(said(twice("waiting", "delivered"))).toMatch(/^Mailed again Nov 27/);
  // A client who couldn't be mailed at first got their first mail with the second notice.
  const later = { ...mailed("delivered"), round: 2, earlier: [{ ...none, isAnswered: false }] };
  expect(said(later)).toMatch(/^Mailed Nov 26/);
});

it("states which of a client's lots are good after an all-clear, and why another isn't", () => {
  const line = (lotId: string) =>
    ({
      place: "client",
      lb: "4.00",
      backLb: "0",
      awaitedLb: "0",
      lotId,
      lotCode: lotId,
    }) as TracedLine;
  const held = [{ id: "G", code: "GZ-1", reason: "Recall 8. Listeria was found." }];
  const told = (lotIds: string[], own = held) =>
    toldClients(
      recallOf(mailed("delivered")),
      [{ id: "a", companyName: "Ari’s", lines: lotIds.map(line) } as TracedCustomer],
      own,
    );
  const words = (...of: Parameters<typeof told>) => told(...of).map(goodInWords);
  const not = "lot GZ-1: Recall 8 says “Listeria was found”";
  expect(words(["T", "G"])).toEqual([`Lot T is good, not ${not}`]);
  expect(words(["T", "X"])).toEqual(["Lots T, X are good"]);
  expect(tellGoodTitle(told(["T"]))).toBe("Tell them that the meat is good");
  expect(toldInAll(told(["G"]))).toBe(
    `Of 1 client who had been told, all that they have stays on hold, so do not call them: Ari’s (${not}).`,
  );
  // Meat packed without a lot may be of the held one.
  expect(toCallAgain(told([""]))).toEqual([]);
  expect(words([""], [])).toEqual([""]);
  expect(heldForInWords({ reason: "The vacuum is lost." })).toBe(
    "it is on hold, “The vacuum is lost”",
  );
});

it("doesn't count the counter, where nobody can be called, as a client", () => {
  const sums = { customers: 2, sites: 3, isAtCounter: false };
  expect(whoInWords(sums)).toBe("2 clients, 3 sites");
  expect(whoInWords({ ...sums, isAtCounter: true })).toBe("2 clients, 3 sites and the counter");
  expect(whoInWords({ customers: 1, isAtCounter: true })).toBe("1 client and the counter");
  expect(whoInWords({ customers: 0, sites: 0, isAtCounter: true })).toBe("the counter alone");
  expect(whoInWords({ customers: 0, sites: 0, isAtCounter: false })).toBe("0 clients, 0 sites");
});
