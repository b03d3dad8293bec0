import type { Act } from "../../life/act.ts";
import { decideRow, importAgain, importFile, undoRow } from "./bank.ts";
import { billNow, charge, debit, give, payAhead, payBack, takeBack, writeOff } from "./by-hand.ts";
import {
  creditGuest,
  dispute,
  failRefund,
  payByLink,
  refundCard,
  silence,
  winDispute,
} from "./card-trouble.ts";
import { askForCredit, decideClaim } from "./claims.ts";
import { askDeposit, payDeposit } from "./deposits.ts";
import { importBalances, undoBalances } from "./imports.ts";
import { guestPays, otherCard, packWithoutCard } from "./late-cards.ts";

/** Acts with money, apart from paying, crediting and delivering. */
export const moneyKinds = {
  charge,
  give,
  "pay ahead": payAhead,
  "ask for a deposit": askDeposit,
  "pay a deposit": payDeposit,
  "pay back": payBack,
  "write off": writeOff,
  "take back what was settled": takeBack,
  "bill now": billNow,
  debit,
  "ask for credit": askForCredit,
  "decide a claim": decideClaim,
  "bank file": importFile,
  "bank file again": importAgain,
  "decide a bank row": decideRow,
  "undo a bank row": undoRow,
  "pay by link": payByLink,
  "refund a card": refundCard,
  "refund fails": failRefund,
  dispute,
  "win a dispute": winDispute,
  "credit a guest": creditGuest,
  "provider is silent": silence,
  "give another card": otherCard,
  "pack without the card": packWithoutCard,
  "guest pays": guestPays,
  "import balances": importBalances,
  "undo balances": undoBalances,
} satisfies Record<string, Act<unknown>>;
