import { useEffect, useMemo, useRef, useState } from "react";
import { toast } from "#app/components/toast/toast-store.ts";
import { judgeTenders, slipNumber } from "#app/domain/door/till/till.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { lbIn } from "#app/lib/amounts/weight.ts";
import { watchStored } from "#app/lib/browser/browser-storage.ts";
import { askAmount } from "#app/lib/form/typed-numbers.ts";
import { amountOf, leastSoldLb, type Sale, type SaleLine, saleSchema, totalsOf } from "../sale.ts";
import { basketKey, createBasketStore, noBasket, type PaidBasket, whyNotAdded } from "./basket.ts";
import { doubtOf } from "./doubt.ts";
import { askShop } from "./outbox.ts";
import {
  type Entry,
  entryOf,
  lineOf,
  lotNamed,
  type Reading,
  readEntry,
  readingOf,
} from "./read-entry.ts";
import { repriced } from "./repriced.ts";
import { lackOf, supplyInWords, supplyOnTile } from "./supply.ts";
import { type TypedTenders, tendersOf } from "./tender-fields.tsx";
import {
  comesFrom,
  heldLot,
  lotForWeight,
  lotsFor,
  moreThanThere,
  proposedLot,
  type SoldOfLots,
  soldWith,
  wantsLot,
  whyNot,
} from "./till-lots.ts";
import type { AccountClient, TillProduct, TillScanning } from "./till-product.ts";
import { createTypedSaleStore } from "./typed-sale.ts";
import { useOutbox } from "./use-outbox.ts";
import { useSupply } from "./use-supply.ts";

/** The till's data as loaded with its page. */
export interface TillFacts {
  id: string;
  number: number;
  name: string;
  lastSlip: number;
  sessionId: string;
}

/** The finished sale, until the next one begins. */
export interface Sold {
  sale: Sale;
  slip: string;
  clientName: string | null;
  stored: { id: string; documentNumber: string; remarks: string[] } | null;
}

const severalMatch = (count: number, name: string) =>
  `${count} products match “${name}”. Choose one, or type more of its name.`;

/** A line to weigh again, by its place in the sale. */
interface ChangedLine {
  index: number;
  line: SaleLine;
  lotBefore: string | undefined;
}

const isSame = (one: SaleLine | undefined, other: SaleLine) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Stands for a lot that has to be chosen. */
export const unchosenLot = "?";

/** State of a till's current sale and its payment. Only `userId`, the seller, gets it back. */
export function useTill(
  till: TillFacts,
  base: readonly TillProduct[],
  loadedScanning: TillScanning,
  userId: string,
) {
  const outbox = useOutbox(till.id, till.lastSlip);
  const { scanning, supplied, renew } = useSupply(till.id, loadedScanning);
  const store = useMemo(() => createBasketStore(till.id, userId), [till.id, userId]);
  const typing = useMemo(() => createTypedSaleStore(till.id, userId), [till.id, userId]);
  const [basket, setBasket] = useState(noBasket);
  const { lines } = basket;
  /** How another tab paid the basket; kept until the next line. */
  const [paidBefore, setPaidBefore] = useState<PaidBasket | null>(null);
  const [chosen, setChosen] = useState<TillProduct | null>(null);
  const [changing, setChanging] = useState<ChangedLine | null>(null);
  const [lots, setLots] = useState<Readonly<Record<string, string>>>({});
  /** The product whose lot staff have to choose, because none has enough. */
  const [askedLotOf, setAskedLotOf] = useState("");
  const [soldOfLots, setSoldOfLots] = useState<SoldOfLots>({});
  const [question, setQuestion] = useState<string | null>(null);
  const [found, setFound] = useState<TillProduct[] | null>(null);
  const [message, setMessage] = useState<{ text: string; isWrong: boolean } | null>(null);
  const [refusal, setRefusal] = useState("");
  const [typed, setTyped] = useState<TypedTenders>({});
  const [client, setClient] = useState<AccountClient | null>(null);
  // The walk-in list, updated by the shop's answers, and the current buyer's list.
  const [walkIn, setWalkIn] = useState(base);
  const [listed, setProducts] = useState(base);
  const products = useMemo(() => supplied(listed), [supplied, listed]);
  const [poNumber, setPoNumber] = useState("");
  const [mailTo, setMailTo] = useState("");
  // The field's text, and its initial one.
  const [entry, setEntry] = useState("");
  const [firstEntry, setFirstEntry] = useState("");
  const [sold, setSold] = useState<Sold | null>(null);
  /** Kept when the next sale begins: its change may still have to be counted out. */
  const [lastSold, setLastSold] = useState<Sold | null>(null);
  const [isSelling, setSelling] = useState(false);
  const soldSales = useRef(0);
  const ownSale = useRef("");
  // The last weight in doubt; entering it again confirms it.
  const doubted = useRef("");

  // Lines restored after a reload get the prices that came with the page.
  const [loaded] = useState(base);
  useEffect(() => {
    let message = "";
    const restored = store.change(noBasket, (stored) => {
      const now = repriced(stored, loaded);
      message = now.message;
      return now.lines;
    });
    setBasket(restored);
    setRefusal(message);
  }, [store, loaded]);

  // Input from before a reload or a new sign-in is restored once, and stored from then on.
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    if (isRestored) return;
    setRestored(true);
    const now = store.current(noBasket);
    const before = typing.read(now.requestId);
    if (!before) return;
    setLots(before.lots);
    const weighed = base.find(({ id }) => id === before.chosenId);
    if (weighed) choose(weighed);
    setFirstEntry(before.entry);
    setEntry(before.entry);
    if (now.lines.length === 0) return;
    setTyped(before.tenders);
    setMailTo(before.mailTo);
    setPoNumber(before.poNumber);
    if (before.client) void chargeTo(before.client);
  });
  useEffect(() => {
    if (!isRestored) return;
    const { requestId } = basket;
    // A line being changed stays as it was, because a reload would otherwise add it twice.
    const weighing = changing ? { chosenId: "", entry: "" } : { chosenId: chosen?.id ?? "", entry };
    typing.write({ requestId, tenders: typed, client, poNumber, mailTo, ...weighing, lots });
  }, [isRestored, typing, basket, typed, client, poNumber, mailTo, chosen, changing, entry, lots]);

  // All tabs share the basket; one in the background may miss the events.
  useEffect(() => {
    const follow = () =>
      setBasket((own) => {
        const now = store.current(own);
        return JSON.stringify(now) === JSON.stringify(own) ? own : now;
      });
    const stop = watchStored(basketKey(till.id, userId), follow);
    window.addEventListener("focus", follow);
    return () => {
      stop();
      window.removeEventListener("focus", follow);
    };
  }, [store, till.id, userId]);

  // Says so if another tab paid this basket. Its typed payment isn't the next one's.
  const shown = useRef(noBasket);
  useEffect(() => {
    const before = shown.current;
    shown.current = basket;
    if (before.requestId === basket.requestId) return;
    const paid = store.paidAs(before.requestId);
    const isElsewhere = paid !== null && paid.requestId !== ownSale.current;
    if (isElsewhere) setPaidBefore(paid);
    if (isElsewhere || lines.length === 0) forgetPayment();
  });

  function changeLines(how: (lines: SaleLine[]) => SaleLine[]) {
    setBasket(store.change(basket, how));
    setRefusal("");
    setPaidBefore(null);
    setQuestion(null);
  }

  function forgetPayment() {
    setRefusal("");
    setQuestion(null);
    setTyped({});
    setClient(null);
    setProducts(walkIn);
    setPoNumber("");
    setMailTo("");
    setMessage(null);
  }

  /** Renews what is left of a product, unless unsent sales are missing from the shop's figure. */
  async function look({ id }: TillProduct) {
    if (outbox.waiting.length > 0) return;
    const salesBefore = soldSales.current;
    const renewed = await renew(id, () => soldSales.current === salesBefore);
    setSoldOfLots((before) =>
      Object.fromEntries(Object.entries(before).filter(([lotId]) => !renewed.includes(lotId))),
    );
  }

  /** Ends the change of a line, whose lot was chosen only for it. */
  function endChange() {
    if (!changing) return;
    const { line, lotBefore } = changing;
    setLots(({ [line.productId]: _, ...others }) =>
      lotBefore === undefined ? others : { ...others, [line.productId]: lotBefore },
    );
    setChanging(null);
  }

  function forgetEntry() {
    setChosen(null);
    endChange();
    setFound(null);
    setEntry("");
    setFirstEntry("");
    setAskedLotOf("");
    setMessage(null);
  }

  const otherLines = changing ? lines.filter((_, index) => index !== changing.index) : lines;

  const weighing = chosen ? readEntry(entry, chosen, products, scanning) : null;
  const weighed =
    weighing?.kind === "weighed"
      ? amountOf(lineOf(weighing.product, weighing.reading, null))
      : undefined;

  /**
   * Returns the lot chosen for a product, else the one that the weight in the field would be sold
   * from; empty for none, "?" if staff have to choose.
   */
  function lotOf(product: TillProduct): string {
    const chosenLot = lots[product.id];
    if (chosenLot !== undefined) return chosenLot;
    if (askedLotOf === product.id) return unchosenLot;
    const { lots: all, today } = scanning;
    const sold = soldWith(soldOfLots, otherLines);
    if (!weighed) return proposedLot(product, all, today, sold)?.id ?? "";
    const { lot, isAsked } = lotForWeight(product, all, today, { sold, netLb: weighed.netLb });
    return lot?.id ?? (isAsked ? unchosenLot : "");
  }

  function lotInUse(product: TillProduct): string {
    const lot = scanning.lots.find(({ id }) => id === lotOf(product));
    const sold = soldWith(soldOfLots, otherLines);
    const first = proposedLot(product, scanning.lots, scanning.today, sold);
    return comesFrom(lot, first, lots[product.id] !== undefined);
  }

  const say = (text: string, isWrong = false) => setMessage({ text, isWrong });

  function refuse(text: string): boolean {
    say(text, true);
    return true;
  }

  /** Adds a weight, or asks for a lot first. Returns true if the field is done with. */
  function weigh(product: TillProduct, reading: Reading, lotCode: string | undefined): boolean {
    const { lots: all, today } = scanning;
    const named = lotNamed(all, lotCode);
    const refused = named && whyNot(named, product, today);
    if (refused) return refuse(refused);
    const amount = amountOf(lineOf(product, reading, null));
    if (!amount || Number(amount.netLb) < leastSoldLb) {
      const least = lbIn(reading.unit, leastSoldLb.toFixed(2));
      return refuse(`A package weighs at least ${least} net. Nothing was added.`);
    }
    const { netLb } = amount;
    const before = soldWith(soldOfLots, otherLines);
    const proposed = lotForWeight(product, all, today, { sold: before, netLb });
    const chosenId = named?.id ?? lots[product.id];
    const lotId = chosenId ?? proposed.lot?.id ?? "";
    if (lotId === "" && (product.isTraced || (proposed.isAsked && chosenId === undefined))) {
      // The weight stays in the field until the lot is chosen.
      setChosen(product);
      setAskedLotOf(proposed.isAsked ? product.id : "");
      say(
        proposed.isAsked
          ? `No lot of ${product.name} has ${netLb} lb left by the books. Choose its lot, then press Add.`
          : wantsLot(product, lotsFor(product, all, today, before)),
        true,
      );
      return false;
    }
    const line = lineOf(product, reading, lotId || null);
    const why = whyNotAdded(line, otherLines);
    if (why) return refuse(why);
    const doubt = doubtOf(product, line, otherLines);
    const asked = `${product.id} ${amount.netLb} ${line.pieces}`;
    if (doubt && doubted.current !== asked) {
      doubted.current = asked;
      return refuse(`${doubt} Type or scan it again if it is right.`);
    }
    doubted.current = "";
    if (changing && !isSame(store.current(basket).lines[changing.index], changing.line)) {
      forgetEntry();
      return refuse("This line was changed in another tab. Look at the sale again.");
    }
    setSold(null);
    changeLines((now) =>
      changing ? now.map((one, index) => (index === changing.index ? line : one)) : [...now, line],
    );
    setChosen(null);
    endChange();
    setAskedLotOf("");
    const lot = all.find(({ id }) => id === lotId);
    const after = [...otherLines, line];
    const [productNow = product] = supplied([product]);
    const more = moreThanThere(lot, soldWith(soldOfLots, after)) || lackOf(productNow, after);
    const from = lot ? ` from lot ${lot.code}` : "";
    // This piece may empty the lot.
    const next =
      lots[product.id] ?? proposedLot(product, all, today, soldWith(soldOfLots, after))?.id;
    const nextLot = next === lotId ? undefined : all.find(({ id }) => id === next);
    const told = [
      `${product.name}, ${netLb} lb${from}: ${formatCents(amount.cents)}.`,
      more,
      lot ? comesFrom(nextLot, nextLot, false) : "",
    ];
    say(told.filter(Boolean).join(" "));
    // A scanned label's product was not chosen, so its stock isn't renewed yet.
    if (product.id !== chosen?.id) void look(product);
    return true;
  }

  /** Handles an entry; returns true if the field should be cleared. */
  function enter(text: string): boolean {
    if (isSelling) {
      // The sale being paid is about to go, with anything added to it.
      toast({
        title: "That wasn’t added: the payment is being recorded.",
        description: "Scan or enter it again for the next sale.",
        variant: "destructive",
      });
      return true;
    }
    const isDone = handle(readEntry(text, chosen, products, scanning), text);
    if (isDone) setEntry("");
    return isDone;
  }

  /** Handles a code scanned outside the field, keeping its weight; returns the field's new text. */
  function scan(code: string): string {
    if (chosen && entry.trim() !== "") {
      if (lotNamed(scanning.lots, code)) takeLot(code);
      else say(`Nothing was scanned. ${notInSale(chosen)}`, true);
      return entry;
    }
    setSold(null);
    setEntry(code);
    return enter(code) ? "" : code;
  }

  function handle(entry: Entry, text: string): boolean {
    setFound(null);
    switch (entry.kind) {
      case "nothing":
        // A changed line keeps its weight unless another is typed; a label's is never in the field.
        return changing && chosen ? weigh(chosen, readingOf(changing.line), undefined) : false;
      case "refused":
        if (lotNamed(scanning.lots, text.trim())) return takeLot(text.trim());
        say(entry.text, true);
        return false;
      case "own label":
        void tellOfLabel(entry.id);
        return true;
      case "product":
        choose(entry.product, entry.text);
        return true;
      case "weighed":
        return weigh(entry.product, entry.reading, entry.lotCode);
      case "search":
        if (entry.found.length === 1 && entry.found[0]) {
          choose(entry.found[0]);
          return true;
        }
        setFound(entry.found);
        if (entry.found.length === 0) return takeLot(text.trim());
        say(severalMatch(entry.found.length, text.trim()));
        return false;
    }
  }

  /** Takes the code of a lot, typed or scanned, for the next piece. */
  function takeLot(code: string): boolean {
    const named = lotNamed(scanning.lots, code);
    if (!named) {
      say(`Nothing on sale is called “${code}”.`, true);
      return false;
    }
    const refused = chosen && whyNot(named, chosen, scanning.today);
    if (named.isHeld) say(heldLot(named), true);
    else if (refused) say(refused, true);
    else if (!chosen) say(`${named.code} is a lot. Choose the product first, then its lot.`, true);
    else {
      setLots((before) => ({ ...before, [chosen.id]: named.id }));
      say("");
      return true;
    }
    return false;
  }

  /** Shows matches for a name while typing; everything else is read on Enter. */
  function filter(text: string) {
    setEntry(text);
    setMessage(null);
    const read = chosen ? null : readEntry(text, null, products, scanning);
    setFound(read?.kind === "search" ? read.found : null);
  }

  async function tellOfLabel(id: string) {
    const told = await askShop<{ message: string }>(till.id, { package: id });
    say(told?.message || "The shop can’t be asked about this label now. Weigh the meat.", true);
  }

  function choose(product: TillProduct, text = "Type the weight.") {
    setChosen(product);
    endChange();
    setFound(null);
    setEntry("");
    doubted.current = "";
    say(`${product.name}: ${text}`);
    void look(product);
  }

  /** Puts a line's product and weight back into the field. */
  function change(index: number) {
    const line = lines[index];
    const product = products.find(({ id }) => id === line?.productId);
    if (!line || !product) return;
    const others = changing?.line.productId === product.id ? changing.lotBefore : lots[product.id];
    choose(product, "Type the right weight.");
    setChanging({ index, line, lotBefore: others });
    setLots((before) => ({ ...before, [product.id]: line.lotId ?? "" }));
    const before = entryOf(line);
    setEntry(before);
    setFirstEntry(before);
  }

  const totals = useMemo(() => totalsOf(lines), [lines]);

  /** Switches to a client's prices or back to the walk-in list, and reprices the lines. */
  async function chargeTo(next: AccountClient | null) {
    // The message may state a price of the previous list.
    setMessage(null);
    if (next === null) {
      setClient(null);
      reprice(walkIn);
      return;
    }
    const answer = await askShop<{ products: TillProduct[] }>(till.id, { prices: next.id });
    if (!answer) return setRefusal("The shop can’t be reached, so nothing can go on account.");
    setClient(next);
    reprice(answer.products);
  }

  function reprice(next: readonly TillProduct[]): string {
    setProducts(next);
    const now = repriced(lines, next);
    changeLines((before) => repriced(before, next).lines);
    return now.message;
  }

  /** Shows why nothing was sold, and reprices if a price or tax has changed. */
  function refused({
    message: why,
    products: today,
  }: {
    message: string;
    products?: TillProduct[] | undefined;
  }) {
    if (!today) return setRefusal(why);
    if (!client) setWalkIn(today);
    setRefusal(reprice(today) || why);
  }

  const notInSale = ({ name }: TillProduct) =>
    changing
      ? `${name} is being changed: press Change, or leave it as it is.`
      : `${name} isn’t in the sale yet: press Add, or choose another product.`;

  /** @param isMeant true if staff confirmed the shop's question */
  async function sell(isMeant = false) {
    if (isSelling) return;
    if (chosen && entry.trim() !== "") {
      return setRefusal(notInSale(chosen));
    }
    setRefusal("");
    setMessage(null);
    const tenders = client ? [] : tendersOf(typed, totals.totalCents);
    if (tenders === null) return setRefusal(`${askAmount}.`);
    const judged = client ? null : judgeTenders(totals.totalCents, tenders);
    if (judged?.problem !== undefined) return setRefusal(judged.problem);
    const { requestId } = basket;
    const paid = store.current(basket).requestId === requestId ? null : store.paidAs(requestId);
    if (paid) return wasPaid(paid);
    setSelling(true);
    const answer = await outbox.sell({
      requestId,
      sessionId: till.sessionId,
      lines,
      tenders,
      soldAt: new Date().toISOString(),
      isOffline: false,
      isMeant,
      onAccount: client ? { customerId: client.id, poNumber } : null,
      mailTo: saleSchema.shape.mailTo.parse(mailTo.trim().toLowerCase()),
    });
    setSelling(false);
    if (answer.kind === "refused") {
      if (answer.paid) {
        const { id, documentNumber: number } = answer.paid;
        return wasPaid({ requestId, id, number });
      }
      setQuestion(answer.asks ? answer.message : null);
      return answer.asks ? undefined : refused(answer);
    }
    soldSales.current += 1;
    setSoldOfLots((before) => soldWith(before, lines));
    const { sale, stored } = answer;
    const slip = slipNumber(till.number, sale);
    ownSale.current = requestId;
    const now = { sale, stored, clientName: client?.name ?? null, slip };
    setSold(now);
    setLastSold(now);
    const number = stored?.documentNumber ?? `slip ${slip}`;
    setBasket(store.paid(basket, { requestId, number, id: stored?.id ?? null }));
    forgetPayment();
    forgetEntry();
  }

  function wasPaid(paid: PaidBasket) {
    setBasket(store.paid(basket, paid));
    setPaidBefore(paid);
    forgetPayment();
  }

  const supply = { lots: scanning.lots, today: scanning.today, sold: soldWith(soldOfLots, lines) };
  // Includes the weight in the field, to warn before it is added.
  const [chosenNow] = supplied(chosen ? [chosen] : []);
  const against = chosenNow
    ? supplyInWords(
        chosenNow,
        weighing?.kind === "weighed"
          ? [...otherLines, lineOf(chosenNow, weighing.reading, null)]
          : otherLines,
        supply,
      )
    : [];

  return {
    against,
    supplyOf: (product: TillProduct) => supplyOnTile(product, supply),
    till,
    outbox,
    lines,
    chosen,
    found,
    message,
    refusal,
    typed,
    client,
    totals,
    sold,
    lastSold,
    isSelling,
    question,
    paidBefore,
    firstEntry,
    weighed,
    products,
    scanning,
    lots,
    poNumber,
    mailTo,
    enter,
    scan,
    filter,
    choose,
    sell,
    chargeTo,
    setPoNumber,
    setMailTo,
    lotOf,
    lotInUse,
    soldOfLots: supply.sold,
    setTyped(next: TypedTenders) {
      setTyped(next);
      setRefusal("");
      setMessage(null);
    },
    unchoose: forgetEntry,
    chooseLot: (lotId: string) =>
      chosen && lotId !== unchosenLot && setLots((before) => ({ ...before, [chosen.id]: lotId })),
    change,
    changing: changing?.index ?? null,
    remove(index: number) {
      if (changing) forgetEntry();
      setMessage(null);
      changeLines((before) => before.filter((_, place) => place !== index));
    },
    next: () => setSold(null),
  };
}

export type TillState = ReturnType<typeof useTill>;
