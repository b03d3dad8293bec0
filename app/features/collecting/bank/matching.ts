import { type OpenItem, settledInOrder } from "#app/domain/ledger/ledger-entry.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";

export interface BankPayment {
  cents: number;
  sender: string;
  message: string;
}

export interface Debt extends OpenItem {
  customerId: string;
  /** The invoice's number, "INV-000012"; null for a charge without one. */
  documentNumber: string | null;
}

export interface OpenBooks {
  /** Open items of all customers, the oldest due first. */
  debts: readonly Debt[];
  /** Customers of settled invoices, by the invoice's number. */
  settled: ReadonlyMap<string, string>;
  /** Orders that a message may name, by their number. */
  orders: ReadonlyMap<number, NamedOrderBooks>;
  deposits: readonly AskedDeposit[];
  /** Customers that a sender has paid for, by the sender's name from `normalizedSender`. */
  aliases: ReadonlyMap<string, readonly string[]>;
}

/** An order's customer and its invoices, including settled ones; none before it is packed. */
interface NamedOrderBooks {
  customerId: string;
  documentNumbers: readonly string[];
}

export interface AskedDeposit {
  orderId: string;
  number: number;
  customerId: string;
  cents: number;
}

type MatchReason =
  | "deposit"
  | "number"
  | "settled number"
  | "order"
  | "sender"
  | "amount"
  | "total";

export interface Proposal {
  customerId: string;
  settles: { entryId: string; cents: number; documentNumber: string | null }[];
  /** The order that it is a deposit for; null for any other payment. */
  depositOf: Pick<AskedDeposit, "orderId" | "number"> | null;
  /** The rest, which stays as credit. */
  restCents: number;
  /** True if it names all that it settles, and matches its open amount exactly. */
  isExact: boolean;
  reason: MatchReason;
  why: string;
}

/** Needs word boundaries: "INV-1" is not in "INV-10", nor in "XINV-1". */
const invoiceNumber = /(?<![\p{L}\p{N}])INV[- ]?0*([1-9]\d{0,8})(?![\p{L}\p{N}])/giu;

/** Returns the invoice numbers that a message names, normalized: "inv 12" → "INV-000012". */
export function invoicesNamedIn(message: string): string[] {
  const numbers = [...message.matchAll(invoiceNumber)].map(
    ([, number = ""]) => `INV-${number.padStart(6, "0")}`,
  );
  return [...new Set(numbers)];
}

/** Needs word boundaries, and excludes parts of amounts, days and other document numbers. */
const saidOrder =
  /(?<![\p{L}\p{N}])(?:order(?:\s+(?:no\.?|number))?[\s:]*#?|#)\s*([1-9]\d{3,8})(?![\p{L}\p{N}])/giu;
const bareNumber = /(?<![\p{L}\p{N}$.,:/-])([1-9]\d{3,8})(?![\p{L}\p{N}/:-]|[.,]\d)/gu;

/** Returns orders named in a message: "order 1042" and "#1042" are explicit, "1042" may be one. */
export function ordersNamedIn(message: string): { number: number; isSaid: boolean }[] {
  const rest = message.replace(invoiceNumber, " ");
  const numbersIn = (pattern: RegExp) =>
    [...rest.matchAll(pattern)].map(([, number = ""]) => Number(number));
  const said = new Set(numbersIn(saidOrder));
  const bare = new Set(numbersIn(bareNumber).filter((number) => !said.has(number)));
  return [
    ...[...said].map((number) => ({ number, isSaid: true })),
    ...[...bare].map((number) => ({ number, isSaid: false })),
  ];
}

/** Normalizes a sender: without accents, capitals, punctuation and double spaces. */
export function normalizedSender(sender: string): string {
  return sender
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, 320);
}

/** If more customers than this have exactly this amount open, proposing them doesn't help. */
const mostByAmount = 3;

/**
 * Returns a function that matches payments with open items. Each gets proposals, the likeliest
 * first: customers of invoices it names, then of orders, then those its sender has paid for, then
 * those who owe exactly this amount. A deposit only matches its exact amount. Naming a (short)
 * order number is never exact.
 */
export function matcher({ debts, settled, orders, deposits, aliases }: OpenBooks) {
  const byCustomer = Map.groupBy(debts, ({ customerId }) => customerId);
  const byNumber = new Map(debts.map((debt) => [debt.documentNumber, debt]));
  const byAmount = Map.groupBy(debts, ({ openCents }) => openCents);
  const byTotal = Map.groupBy(byCustomer.keys(), (customerId) =>
    sumCents(byCustomer.get(customerId) ?? [], ({ openCents }) => openCents),
  );

  /** Proposes to settle these debts first, then the oldest. */
  function proposal(
    { cents }: BankPayment,
    customerId: string,
    first: readonly Debt[],
    { reason, why, isExact = false }: Pick<Proposal, "reason" | "why"> & { isExact?: boolean },
  ): Proposal {
    const all = byCustomer.get(customerId) ?? [];
    const inOrder = [...first, ...all.filter((debt) => !first.includes(debt))];
    const settles = settledInOrder(cents, inOrder).map((part) => {
      const debt = inOrder.find(({ entryId }) => entryId === part.entryId);
      return { ...part, documentNumber: debt?.documentNumber ?? null };
    });
    const restCents = cents - sumCents(settles, (part) => part.cents);
    return { customerId, settles, depositOf: null, restCents, isExact, reason, why };
  }

  /** Proposes a payment as a deposit, which settles nothing until the order's invoice. */
  function asDeposit({ orderId, number, customerId, cents }: AskedDeposit, why: string): Proposal {
    const depositOf = { orderId, number };
    const reason = "deposit";
    return { customerId, settles: [], depositOf, restCents: cents, isExact: false, reason, why };
  }

  const depositsOver = ({ cents }: BankPayment) =>
    deposits.filter((deposit) => deposit.cents === cents);

  function byDeposits(payment: BankPayment): Proposal[] {
    const named = new Set(ordersNamedIn(payment.message).map(({ number }) => number));
    return depositsOver(payment)
      .filter(({ number }) => named.has(number))
      .map((deposit) => {
        const order = orderName(deposit.number);
        return asDeposit(deposit, `${order} is named, and waits for a deposit of this amount.`);
      });
  }

  function byNumbers(payment: BankPayment): Proposal[] {
    const numbers = invoicesNamedIn(payment.message);
    const named = numbers.flatMap((number) => byNumber.get(number) ?? []);
    const paid = numbers.filter((number) => settled.has(number));
    const customers = new Set([
      ...named.map(({ customerId }) => customerId),
      ...paid.map((number) => settled.get(number) ?? ""),
    ]);
    return [...customers].map((customerId) => {
      const own = named.filter((debt) => debt.customerId === customerId);
      const open = sumCents(own, ({ openCents }) => openCents);
      // The rest may have been meant for a number that isn't open, or is unknown.
      const isWhole = own.length === numbers.length;
      const isExact = isWhole && open === payment.cents;
      const others = customers.size > 1 ? " The message names invoices of several clients." : "";
      if (own.length === 0) {
        const why = `${listed(paid)} is named, which is settled already.${others}`;
        return proposal(payment, customerId, [], { reason: "settled number", why });
      }
      const names = listed(own.map(({ documentNumber }) => documentNumber ?? ""));
      const are = own.length > 1 ? "are" : "is";
      const amount = isExact
        ? "and the amount is what is open"
        : payment.cents > open
          ? `and the payment is ${formatCents(payment.cents - open)} more than is open`
          : payment.cents < open
            ? `and ${formatCents(open - payment.cents)} stays open`
            : "with another number";
      const why = `${names} ${are} named, ${amount}.${others}`;
      return proposal(payment, customerId, own, { reason: "number", why, isExact });
    });
  }

  function byOrders(payment: BankPayment): Proposal[] {
    const named = ordersNamedIn(payment.message).flatMap(({ number, isSaid }) => {
      const order = orders.get(number);
      if (!order) return [];
      const open = order.documentNumbers.flatMap((one) => byNumber.get(one) ?? []);
      // Four bare digits may be anything, unless such an order has open items.
      return isSaid || open.length > 0 ? [{ number, customerId: order.customerId, open }] : [];
    });
    return [...Map.groupBy(named, ({ customerId }) => customerId)].map(([customerId, own]) => {
      const open = [...new Set(own.flatMap((one) => one.open))];
      const names = listed(own.map(({ number }) => orderName(number)));
      const invoices = listed(open.map(({ documentNumber }) => documentNumber ?? ""));
      const asked = deposits.filter(({ number }) => own.some((one) => one.number === number));
      const waits = asked.map(
        ({ number, cents }) =>
          ` ${orderName(number)} waits for a deposit of ${formatCents(cents)}.`,
      );
      const why =
        open.length > 0
          ? `${names} ${own.length > 1 ? "are" : "is"} named, billed by ${invoices}.`
          : `${names} ${own.length > 1 ? "are" : "is"} named, of which no invoice is open.${waits.join("")}`;
      return proposal(payment, customerId, open, { reason: "order", why });
    });
  }

  function bySender(payment: BankPayment): Proposal[] {
    const customers = aliases.get(normalizedSender(payment.sender)) ?? [];
    const others = customers.length > 1 ? " and for others" : "";
    return customers.map((customerId) => {
      const same = byCustomer.get(customerId)?.find(({ openCents }) => openCents === payment.cents);
      const why = `“${payment.sender}” has paid for this client before${others}.`;
      const asked = depositsOver(payment).find((one) => one.customerId === customerId);
      if (asked && !same) {
        const waits = `${orderName(asked.number)} waits for a deposit of this amount.`;
        return asDeposit(asked, `${why} ${waits}`);
      }
      return proposal(payment, customerId, same ? [same] : [], { reason: "sender", why });
    });
  }

  function byAmounts(payment: BankPayment): Proposal[] {
    const same = byAmount.get(payment.cents) ?? [];
    const totals = byTotal.get(payment.cents) ?? [];
    const asked = depositsOver(payment);
    const customers = new Set(
      [...same, ...asked].map(({ customerId }) => customerId).concat(totals),
    );
    const others = customers.size > 1 ? ` So it is of ${customers.size - 1} more.` : "";
    return [...customers].slice(0, mostByAmount).map((customerId) => {
      const debt = same.find((one) => one.customerId === customerId);
      const deposit = asked.find((one) => one.customerId === customerId);
      if (deposit && !debt) {
        const order = orderName(deposit.number);
        return asDeposit(deposit, `The amount is the deposit that ${order} waits for.${others}`);
      }
      const what = debt ? (debt.documentNumber ?? "a charge") : null;
      const why = what
        ? `The amount is what is open of ${what}.${others}`
        : `The amount is all that this client owes.${others}`;
      const reason = debt ? "amount" : "total";
      return proposal(payment, customerId, debt ? [debt] : [], { reason, why });
    });
  }

  return (payment: BankPayment): Proposal[] => {
    const all = [
      ...byNumbers(payment),
      ...byDeposits(payment),
      ...byOrders(payment),
      ...bySender(payment),
      ...byAmounts(payment),
    ];
    const seen = new Set<string>();
    return all.filter(({ customerId }) => {
      const isFirst = !seen.has(customerId);
      seen.add(customerId);
      return isFirst;
    });
  };
}

/** "INV-000001, INV-000002 and INV-000003". */
function listed(names: string[]): string {
  return names.length < 2
    ? (names[0] ?? "")
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
