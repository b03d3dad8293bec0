import { netWeight } from "#app/lib/amounts/net-weight.ts";
import { hundredthsLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { storable } from "#app/lib/form/form-texts.ts";
import { centsOf, poundsOf, wholeNumber } from "#app/lib/form/typed-numbers.ts";
import { atMostCharacters } from "#app/lib/in-words.ts";
import { type Pricing, pricings } from "#db/schema/values/meat/receiving.ts";
import { degrees, tenthsOf } from "./receiving-settings.ts";

/** In hundredths of a pound; a truckload. */
const mostLb = 5_000_000;

/** In tenths of a degree. */
const mostDegrees = 600;

const mostCents = 100_000_000;

type Errors = Record<string, string[]>;
type Fields = Readonly<Record<string, string>>;

export class Reader {
  readonly errors: Errors = {};
  readonly #fields: Fields;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  typed(name: string): string {
    return (this.#fields[name] ?? "").trim();
  }

  wrong(name: string, message: string): null {
    this.errors[name] ??= [message];
    return null;
  }

  text(name: string, most: number): string {
    const text = storable(this.typed(name))
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim();
    if (text.length > most) this.wrong(name, `Please use at most ${most} characters`);
    return text.slice(0, most);
  }

  prose(name: string, most: number): string {
    const text = storable(this.typed(name)).replaceAll("\r\n", "\n");
    if (text.length > most) this.wrong(name, atMostCharacters(most));
    return text;
  }

  /** Parses pounds, "45.36 kg" and sums, "61.20 + 58.75"; null if empty or invalid. */
  pounds(name: string, { mayBeNone = false } = {}): string | null {
    const weights = this.#weights(name, mayBeNone);
    if (!weights) return null;
    const sum = sumLb(weights);
    if (sum > mostLb) {
      return this.wrong(name, "That is more than a truck carries. Please check it");
    }
    return toPounds(sum);
  }

  /** Returns the number of boxes in a sum: 3 for "61.20 + 58.75 + 60.05", 0 for one weight. */
  summed(name: string): number {
    const boxes = this.typed(name).split("+").length;
    return boxes > 1 ? boxes : 0;
  }

  /** Returns the weights in a sum; none for a single weight, which may be several boxes. */
  boxWeights(name: string): string[] {
    const weights = this.#weights(name, false) ?? [];
    return weights.length > 1 ? weights : [];
  }

  #weights(name: string, mayBeNone: boolean): string[] | null {
    const typed = this.typed(name);
    if (typed === "") return null;
    const read = typed.split("+").map((one) => this.#weight(name, one.trim(), mayBeNone));
    const weights = read.flatMap((lb) => lb ?? []);
    return weights.length < read.length ? null : weights;
  }

  #weight(name: string, typed: string, mayBeNone: boolean): string | null {
    const [, kg] = /^(\d{1,6}(?:\.\d{1,3})?)\s*kg$/i.exec(typed) ?? [];
    const read =
      kg === undefined
        ? poundsOf(typed, "250, 113.4 kg or 61.2 + 58.75")
        : toHundredthsLb(netWeight({ value: kg, unit: "kg" })?.lb ?? "0");
    if (typeof read !== "number") return this.wrong(name, read.problem);
    if (read > mostLb) {
      return this.wrong(name, "That is more than a truck carries. Please check it");
    }
    if (read === 0 && !mayBeNone) {
      return this.wrong(name, "0 lb can't be received. Enter the pounds, or remove the line");
    }
    return toPounds(hundredthsLb(read));
  }

  /** Parses cents; null if empty or invalid. */
  money(name: string): number | null {
    const typed = this.typed(name);
    if (typed === "") return null;
    const cents = centsOf(typed);
    if (/^\$?\s*[-−]/.test(typed)) return this.wrong(name, "An amount can't be less than none");
    const isTooMuch = cents === null ? /^\$?\s*\d{8,}(\.\d*)?$/.test(typed) : cents > mostCents;
    if (isTooMuch) return this.wrong(name, "That is too much. Please check it");
    if (cents === null) return this.wrong(name, "Please enter an amount, for instance 5.20");
    return cents;
  }

  /** Parses degrees with one decimal, as stored; null if empty or invalid. */
  temperature(name: string): string | null {
    const typed = this.typed(name);
    if (typed === "") return null;
    const tenths = tenthsOf(typed);
    if (tenths === null) return this.wrong(name, "Please enter degrees, for instance 3.5");
    if (Math.abs(tenths) > mostDegrees) {
      return this.wrong(name, "No meat is that hot or cold. Please enter degrees Celsius");
    }
    return degrees(tenths);
  }

  boxes(name: string): number {
    const read = wholeNumber(this.typed(name), "boxes", 10_000);
    if (typeof read === "object" && read) this.wrong(name, read.problem);
    return typeof read === "number" ? read : 0;
  }

  pieces(name: string): number | null {
    const read = wholeNumber(this.typed(name), "pieces", 100_000);
    return typeof read === "object" && read ? this.wrong(name, read.problem) : read;
  }

  day(name: string): string | null {
    const typed = this.typed(name);
    if (typed === "" || (dayIn(typed) && typed.startsWith("20"))) return typed || null;
    return this.wrong(name, "Please enter a day, for instance 2026-12-01");
  }

  pricing(name: string): Pricing {
    const typed = this.typed(name);
    return pricings.find((pricing) => pricing === typed) ?? "lb";
  }
}
