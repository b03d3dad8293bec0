import { z } from "zod";
import { poundsTyped } from "#app/domain/lots/lots.ts";
import { formatLb, hundredthsLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { typedMoment } from "#app/lib/dates.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import { filledText, optionalText, phoneText } from "#app/lib/form/form-texts.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import { poundsOf } from "#app/lib/form/typed-numbers.ts";
import { countOf } from "#app/lib/in-words.ts";
import {
  type RecallContactOutcome,
  type RecallFound,
  type RecallScope,
  recallScopes,
} from "#db/schema/values/meat/recalls.ts";

export const recallPath = "/admin/recall";

/** "Recall 3", "Drill 4" */
export function recallName({ number, isDrill }: { number: number; isDrill: boolean }): string {
  return `${isDrill ? "Drill" : "Recall"} ${number}`;
}

export interface RecallSummary {
  id: string;
  number: number;
  isDrill: boolean;
  lotId: string;
  lotCode: string;
  supplier: string;
  reason: string;
  openedAt: Date;
  closedAt: Date | null;
  /** True if it proved unfounded, and its lots were released. Undefined in older closed files. */
  isUnfounded?: boolean;
  found: RecallFound;
}

interface RecallCall {
  id: string;
  authority: string;
  phone: string;
  calledAt: Date;
  answeredBy: string;
  note: string;
  recordedBy: string;
}

/** A call to a client that brought no answer about pounds. */
export interface RecallContact {
  customerId: string;
  outcome: RecallContactOutcome;
  note: string;
  recordedBy: string;
  recordedAt: Date;
}

/** Accepted by a server, written to a file that nobody gets, or neither yet. */
export interface RecallMail {
  id: string;
  email: string;
  /** "withdrawn" by an all clear, while it waited. */
  state: "delivered" | "file" | "waiting" | "failed" | "withdrawn";
  /** When it was delivered, written or given up; null while it waits. */
  stateAt: Date | null;
}

/** Pounds are text with two decimals. */
export interface RecallAnswer {
  usedLb: string;
  heldLb: string;
  discardedLb: string;
  answeredBy: string;
  note: string;
  isByPhone: boolean;
  answeredAt: Date;
}

interface EarlierNotice {
  round: number;
  mailedAt: Date | null;
  mails: RecallMail[];
  isAnswered: boolean;
}

export interface RecallNotice {
  customerId: string;
  round: number;
  emails: string[];
  /** When the emails were handed to the outbox, which has their state. */
  mailedAt: Date | null;
  /** Empty for older notices, and once the emails' rows were deleted. */
  mails: RecallMail[];
  /** Pounds delivered to them that they know of; null if that wasn't stored. */
  toldLb: string | null;
  /** Their last answer to the latest notice, which is the valid one. */
  answer: RecallAnswer | null;
  answers: number;
  /** Newest first. Undefined in older closed files. */
  earlier?: EarlierNotice[];
}

export interface Recall extends RecallSummary {
  scope: RecallScope;
  instructions: string;
  openedBy: string;
  closedBy: string;
  closeNote: string;
  lotIds: string[];
  /**
   * Lots released while it was open: none of their meat has to be returned or stopped. Undefined in
   * older closed files.
   */
  clearedLotIds?: string[];
  /** Codes of lots left on hold by an all clear; undefined without one, and in older files. */
  stayedOnHold?: string[];
  /** Lots made since that are within its reach, but not part of it yet. */
  newLots: { id: string; code: string }[];
  calls: RecallCall[];
  contacts: RecallContact[];
  notices: RecallNotice[];
}

export const usualInstructions =
  "Do not use, sell or serve it. Keep it apart, cold and marked until we have talked to you.";

export const scopeText: Record<RecallScope, string> = {
  forward: "This lot and everything made of it",
  both: "Also what it was made from, and everything made of that",
};

/** Returns the lots whose meat is to be found: all but those released one by one. */
export function lotsToTrace({
  lotIds,
  clearedLotIds = [],
}: Pick<Recall, "lotIds" | "clearedLotIds">): string[] {
  const isCleared = new Set(clearedLotIds);
  return lotIds.filter((id) => !isCleared.has(id));
}

export const drillTargetSeconds = 60;

/** Hours after the email at which a client without an answer is called. */
export const callAfterHours = 2;

/** Texts for buttons and the list. */
export const contactText: Record<RecallContactOutcome, string> = {
  "no answer": "Called, no answer",
  told: "Told by phone",
  "has none": "Has none of it",
};

/** The authorities to call before any client. */
export const authorities = ["CFIA", "Health authority"] as const;

/** Returns the authorities without a recorded call. */
export function toBeCalled(calls: readonly Pick<RecallCall, "authority">[]): string[] {
  const isCfia = (name: string) => /cfia|food inspection/i.test(name);
  const open = authorities.filter((one) =>
    one === "CFIA"
      ? !calls.some((call) => isCfia(call.authority))
      : !calls.some((call) => !isCfia(call.authority)),
  );
  return open;
}

const requestId = z.uuid("Please open this form again");

export const openSchema = z.object({
  requestId,
  lotId: z.uuid("Please choose a lot"),
  scope: z.enum(recallScopes, "Please choose how far it reaches"),
  intent: z.enum(["recall", "drill"]),
  reason: filledText(1000, "Please say why").prefault(""),
  instructions: filledText(1000, "Please say what is to be done with the meat").prefault(""),
});

export const callSchema = z.object({
  requestId,
  authority: filledText(100, "Please enter whom you called").prefault(""),
  phone: phoneText(50).prefault(""),
  calledAt: z
    .string()
    .transform((typed, context) => {
      const moment = typedMoment(typed);
      if (moment && moment.getTime() <= Date.now() + 60_000) return moment;
      context.addIssue("Please enter when you called, for instance 2026-12-01 08:30");
      return z.NEVER;
    })
    .prefault(""),
  answeredBy: filledText(200, "Please enter who answered").prefault(""),
  note: optionalText(1000),
});

const outcomes = Object.keys(contactText) as RecallContactOutcome[];

export const contactSchema = z.object({
  requestId,
  customer: z.uuid("Please choose a client"),
  outcome: z.enum(outcomes, "Please choose what came of it"),
  note: optionalText(1000),
});

const lb = poundsTyped.transform((typed) => typed ?? "0.00").prefault("");

const answeredLb = z.preprocess(
  (typed) => (typeof typed === "string" && poundsOf(typed, "") === 0 ? "" : typed),
  lb,
);

/** Pounds that the form showed as delivered; the answer doesn't cover later deliveries. */
const seenLb = z
  .string()
  .regex(/^\d{1,8}\.\d\d$/)
  .optional()
  .catch(undefined);

const answerFields = {
  requestId,
  seenLb,
  usedLb: answeredLb,
  heldLb: answeredLb,
  discardedLb: answeredLb,
  answeredBy: filledText(200, "Please enter your name").prefault(""),
  note: optionalText(1000),
};

const answerSchema = z.object(answerFields);

export type TypedAnswer = Omit<z.output<typeof answerSchema>, "seenLb"> & { seenLb?: string };

/** The checkbox that confirms an answer of more than was delivered. */
export const moreMeant = {
  name: "isMeant",
  value: "yes",
  label: "It is meant: more than is asked about",
} as const;

/** Returns the initial values of a form to correct an answer. */
export const answerAgain = ({ usedLb, heldLb, discardedLb, answeredBy, note }: RecallAnswer) => ({
  usedLb,
  heldLb,
  discardedLb,
  answeredBy,
  note,
});

function answeredHundredths(answer: Pick<TypedAnswer, "usedLb" | "heldLb" | "discardedLb">) {
  const { usedLb, heldLb, discardedLb } = answer;
  return toHundredthsLb(usedLb) + toHundredthsLb(heldLb) + toHundredthsLb(discardedLb);
}

export interface Asked {
  /** What they still have and mentioned in no other recall. */
  lb: string;
  /** Their answers in other recalls, one each. */
  saidElsewhere: readonly { number: number; lb: string }[];
}

/**
 * Parses an answer. An empty one, or one for less than is asked about, may be intended, but needs a
 * note; one for more also needs a tick, because a note may be about anything. It must not repeat
 * answers of other recalls, which would count twice.
 */
export function checkAnswer(fields: Record<string, string>, { lb: askedLb, saidElsewhere }: Asked) {
  const checked = checkForm(answerSchema, fields);
  if (checked.refused) return checked;
  const sum = answeredHundredths(checked.data);
  const hasNote = checked.data.note !== "";
  const asked = toHundredthsLb(askedLb);
  if (sum > asked && !(hasNote && fields.isMeant === "yes")) {
    const more = `That is ${formatLb(sum / 100)}, which is more than the ${formatLb(asked / 100)} that this is about${besides(saidElsewhere)}. Correct it, or say in the note how it comes and tick that it is meant.`;
    return refusedFor(fields, more, { isMeant: [more] });
  }
  if (hasNote) return checked;
  if (asked === 0 && saidElsewhere.length > 0) return checked;
  if (sum === 0) return refusedFor(fields, "Enter how many pounds you used, hold or threw away.");
  const rest = asked - sum;
  if (rest > 0) {
    const less = `That leaves ${toPounds(hundredthsLb(rest))} lb of the ${askedLb} lb unexplained. Add them, or say in the note what is known of them.`;
    return refusedFor(fields, less);
  }
  return checked;
}

/** ": 8 lb besides was said before to be used or thrown away (Recall 5)", or what is left. */
function besides(saidElsewhere: Asked["saidElsewhere"]): string {
  if (saidElsewhere.length === 0) return ", all that is left of it by our records";
  const said = saidElsewhere.map(({ number, lb }) => `${formatLb(Number(lb))} (Recall ${number})`);
  return `: ${said.join(" and ")} besides was said before to be used or thrown away`;
}

function refusedFor(
  fields: Record<string, string>,
  message: string,
  more: Record<string, string[]> = {},
) {
  // Only beside the field: as the form's message too, a phone would show it twice.
  const refused = {
    message: invalidMessage,
    errors: { usedLb: [message], ...more },
    values: fields,
  };
  return { refused, data: undefined };
}

/** The checkbox that confirms a doubtful answer. */
const meant = z
  .string()
  .optional()
  .transform((ticked) => ticked === "yes");

export const closeSchema = z
  .object({
    closeNote: optionalText(1000),
    isMeant: meant,
    isUnfounded: meant,
  })
  .refine(({ closeNote, isUnfounded }) => closeNote !== "" || !isUnfounded, {
    path: ["closeNote"],
    message: "Please say how you know that the meat is good",
  });

export const clearSchema = z.object({
  lotId: z.guid("Please reload the page"),
  releaseNote: filledText(500, "Please say why it may be used again").prefault(""),
});

/** Sent emails can't be recalled, so sending needs confirmation. */
export const mailSchema = z.object({
  isMeant: meant.refine(Boolean, "Please tick that you have read the mail"),
});

/** What is open when a recall is about to be closed. */
export interface OpenEnds {
  toBeCalled: string[];
  /** Clients who may have some of it, and were neither told nor have none. */
  mayHave: string[];
  /** Clients who certainly got some and haven't answered. */
  silent: string[];
  /** Clients who hold some of it by their answer, and the hundredths of a lb of all of them. */
  toGetBack: { clients: string[]; lb: number };
  /** Clients whose answers don't account for all of it, likewise. */
  missing: { clients: string[]; lb: number };
  /** Number of orders with some of it that haven't reached their client. */
  toStop: number;
}

/** "the CFIA", "your health authority" */
export const theAuthority = (name: string) =>
  name === "CFIA" ? "the CFIA" : `your ${name.toLowerCase()}`;

/** "2 clients (Ari’s Grill, Bay Bistro)"; names the first five. */
function clientsNamed(names: readonly string[], which = ""): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return `${countOf(names.length, "client")}${which} (${names.slice(0, 5).join(", ")}${more})`;
}

/** Lists all open ends before a recall is closed; empty for none. */
export function openEndsInWords(ends: OpenEnds): string[] {
  const { silent, toStop, mayHave, toGetBack, missing } = ends;
  return [
    ...(ends.toBeCalled.length > 0
      ? [`no call to ${ends.toBeCalled.map(theAuthority).join(" and none to ")} is noted`]
      : []),
    ...(silent.length > 0
      ? [`${clientsNamed(silent)} ${silent.length === 1 ? "has" : "have"} not answered`]
      : []),
    ...(toGetBack.lb > 0
      ? [
          `${formatLb(toGetBack.lb / 100)} still to get back from ${clientsNamed(toGetBack.clients)}`,
        ]
      : []),
    ...(missing.lb > 0
      ? [
          `${formatLb(missing.lb / 100)} that ${clientsNamed(missing.clients)} ${missing.clients.length === 1 ? "has" : "have"} not accounted for`,
        ]
      : []),
    ...(mayHave.length > 0
      ? [
          `${clientsNamed(mayHave, " who may have of it")} ${mayHave.length === 1 ? "is" : "are"} not ticked off`,
        ]
      : []),
    ...(toStop > 0
      ? [
          `${countOf(toStop, "order")} with meat of it ${toStop === 1 ? "waits" : "wait"} to be delivered`,
        ]
      : []),
  ];
}
