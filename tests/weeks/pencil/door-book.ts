/** Money that drivers take at the door, and a run's expected cash (trade.md 14). */
import type { Books } from "./books.ts";
import { inCash, sum } from "./sums.ts";

export type DoorMethod = "cash" | "cheque" | "terminal";

export interface DoorReceipt {
  run: string;
  stop: string;
  method: DoorMethod;
  cents: number;
  /** The resulting payment, or the one that the office had entered for it. */
  payment: string;
}

export class DoorBook {
  readonly #receipts: DoorReceipt[] = [];
  /** Payments that are part of a standing cash-up. */
  readonly #counted = new Set<string>();
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  took(receipt: DoorReceipt): void {
    this.#receipts.push(receipt);
  }

  /** Returns receipts whose payment wasn't reversed. */
  of(where: Partial<Pick<DoorReceipt, "run" | "stop">>): DoorReceipt[] {
    return this.#receipts.filter(
      ({ run, stop, payment }) =>
        (where.run === undefined || where.run === run) &&
        (where.stop === undefined || where.stop === stop) &&
        !this.#books.credit(payment).reversed,
    );
  }

  isTaken(payment: string): boolean {
    return this.#receipts.some((receipt) => receipt.payment === payment);
  }

  /** Cashes a run up, which fixes its payments until the cash-up is taken back. */
  cashedUp(run: string): void {
    for (const { payment } of this.of({ run })) this.#counted.add(payment);
  }

  cashUpTakenBack(run: string): void {
    for (const { payment } of this.of({ run })) this.#counted.delete(payment);
  }

  /** True if a cash-up fixed the payment; a cheque isn't fixed, since it may bounce. */
  isCounted(payment: string): boolean {
    const receipt = this.#receipts.find((one) => one.payment === payment);
    return this.#counted.has(payment) && receipt?.method !== "cheque";
  }

  taken(run: string): Record<DoorMethod, number> {
    const of = (method: DoorMethod) =>
      sum(
        this.of({ run })
          .filter((one) => one.method === method)
          .map(({ cents }) => cents),
      );
    return { cash: of("cash"), cheque: of("cheque"), terminal: of("terminal") };
  }
}

/** The amount asked for: only cash is rounded. */
export function askedAtDoor(due: number, method: DoorMethod): number {
  return method === "cash" ? inCash(due) : due;
}
