import type { Act } from "../../life/act.ts";
import { billNow, charge, debit, give, payBack, takeBack, writeOff } from "./by-hand.ts";
import { askForCredit, decideClaim } from "./claims.ts";

/** What is done with money, beside paying, crediting and delivering. */
export const moneyKinds: Record<string, Act<unknown>> = {
  charge,
  give,
  "pay back": payBack,
  "write off": writeOff,
  "take back": takeBack,
  "bill now": billNow,
  debit,
  "ask for credit": askForCredit,
  "decide a claim": decideClaim,
};
