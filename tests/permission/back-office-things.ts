import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { vi } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { termsSeen, termsValues } from "#app/domain/customers/terms/client-terms.ts";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { addTill } from "#app/domain/door/till/tills.server.ts";
import { emptyDraft } from "#app/domain/drafts/order-draft.ts";
import { askDeposit } from "#app/domain/ordering/holding/deposit.server.ts";
import { writeOrderForm } from "#app/domain/ordering/placing/order-form.ts";
import { noWish } from "#app/domain/orders/wishes/wish.ts";
import { cellKey } from "#app/domain/pricing/editing/price-form.ts";
import { receiveGoods } from "#app/domain/receiving/receive.server.ts";
import { receivingSettings } from "#app/domain/receiving/receiving-settings.ts";
import { shopFrom } from "#app/domain/settings/company-settings.ts";
import { openSettings } from "#app/domain/settings/kept-settings.server.ts";
import { makeAccountingBatch } from "#app/features/accounting/accounting-batches.server.ts";
import { settingsFields, usualSettings } from "#app/features/accounting/accounting-settings.ts";
import { seenClient } from "#app/features/clients/client-records.server.ts";
import { getClientTerms } from "#app/features/clients/client-terms.server.ts";
import { type Columns, columnsFields } from "#app/features/collecting/bank/columns.ts";
import { saveColumns, storeBankFile } from "#app/features/collecting/bank/imports.server.ts";
import { takePayment } from "#app/features/collecting/pay-order.server.ts";
import { sell } from "#app/features/counter/sell.server.ts";
import { storeImport } from "#app/features/imports/imports.server.ts";
import { keyOf } from "#app/features/personal-data/find-person.server.ts";
import { openRecall } from "#app/features/recall/recalls.server.ts";
import { weighReturns } from "#app/features/returns/returns.server.ts";
import { standingField } from "#app/features/standing-orders/standing-order.ts";
import { listClaims } from "#app/features/words/claims.server.ts";
import { typedFrom } from "#app/features/words/fields.ts";
import { fieldsOf, wordsPages } from "#app/features/words/pages.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { profiles } from "#db/schema/accounts.ts";
import { shipTos } from "#db/schema/customers.ts";
import { dataImports } from "#db/schema/imports.ts";
import { receiptPapers, receipts } from "#db/schema/meat/receiving.ts";
import { bankRows } from "#db/schema/money/accounting.ts";
import { attachments, creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { documents } from "#db/schema/money/documents.ts";
import { returnedGoods, runCashUps } from "#db/schema/money/door.ts";
import { payments } from "#db/schema/money/payments.ts";
import { priceLists } from "#db/schema/money/prices.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { sitePhotos } from "#db/schema/stop-events.ts";
import { standingOrders } from "#db/schema/usual-orders.ts";
import { importKinds } from "#db/schema/values/imports.ts";
import { administrator } from "#tests/e2e/client-area.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertInquiry, insertMessage } from "#tests/setup/factories/inbox.ts";
import {
  insertFilledOrder,
  insertOrderItem,
  issueFor,
  noteFor,
} from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { newReceipt } from "#tests/setup/factories/receipts.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertOpenTill, saleOf } from "#tests/setup/factories/tills.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { sampleJpeg } from "#tests/setup/images/sample-images.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { silentLog } from "#tests/setup/test-log.ts";

/**
 * Adds a paper to a receipt, as a packer's if there is one. Packers see only their own papers,
 * because others may show prices.
 *
 * @returns the receipt's supplier
 */
async function addPaper(db: Database, receiptId: string, id: string): Promise<string[]> {
  const content = await sampleJpeg();
  const [packer] = await db.select().from(profiles).where(eq(profiles.staffRole, "packer"));
  const addedBy = packer?.id ?? null;
  const paper = { id, receiptId, contentType: "image/jpeg" as const, content, addedBy };
  await db.insert(receiptPapers).values(paper);
  const found = await db.select().from(receipts).where(eq(receipts.id, receiptId));
  return found.map(({ supplierId }) => supplierId);
}

export const exportedLists = [
  ...["orders", "order-items", "clients", "invoices", "products"],
  ...["prices", "sites", "balances", "lots", "receipts", "sales", "taxes"],
];

/** A form of the back office with valid values, and its page. */
interface FilledForm {
  name: string;
  /** Null if the samples leave nothing to do for it. */
  page: string | null;
  fields: Record<string, string>;
}

export interface BackOfficeThings {
  /** By a route's pattern: values for the part after "/admin/". */
  addresses: Record<string, string[]>;
  forms: FilledForm[];
  productId: string;
  secrets: string[];
}

const secretName = "Somebody who wrote to us";

/** Creates one of each thing with a back office page, and its forms. */
export async function backOfficeThings(shop: ShopWithin): Promise<BackOfficeThings> {
  const { db } = shop;
  const admin = await administrator(shop);
  const today = pacificDay(new Date());
  const [sample] = await db.select().from(orders).where(eq(orders.status, "pending")).limit(1);
  const [product] = await db
    .select()
    .from(products)
    .where(eq(products.soldBy, "lb"))
    .orderBy(desc(products.name))
    .limit(1);
  if (!sample || !product) throw new Error("The shop has no samples");
  const { customerId } = sample;
  const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, customerId)).limit(1);
  // An order that may be fulfilled without weighing.
  const { id: order } = await insertFilledOrder(db, customerId);
  const { id: toWeigh } = await insertOrder(db, customerId);
  const weighed = await insertOrderItem(db, toWeigh, { productId: product.id });
  const { id: packedOrder } = await insertFilledOrder(db, customerId);
  const [packedItem] = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, packedOrder));
  const ten = { value: "10", unit: "lb" as const };
  const labelled = await insertPackage(db, packedItem?.id ?? "", ten);
  const { id: held } = await insertFilledOrder(db, customerId);
  await insertHold(db, held);
  const { id: paidAhead } = await insertFilledOrder(db, customerId);
  await askDeposit(db, admin, paidAhead, 5_00, sampleShop());
  const deposit = {
    requestId: randomUUID(),
    amount: 5_00,
    method: "etransfer",
    reference: "",
  } as const;
  await takePayment(db, admin, paidAhead, deposit, sampleShop());
  const { id: message } = await insertMessage(db, { name: secretName });
  const { id: inquiry } = await insertInquiry(db, { company: secretName });
  const { id: lot } = await insertLot(db, { supplier: secretName });
  const receipt = await receiveGoods(
    ...([db, admin, newReceipt([{}], { supplier: { name: secretName } })] as const),
    receivingSettings.defaults,
  );
  const paper = randomUUID();
  const [supplierId = ""] = await addPaper(db, receipt, paper);
  const zone = await insertServedZone(db, { name: "Secret zone", prefixes: ["V2S"] });
  const run = await insertRun(db, { zoneId: zone.id });
  await insertStop(db, run, customerId);
  const cashedUp = await insertRun(db, { zoneId: zone.id, date: daysAfter(today, -1) });
  const nothing = { takenCashCents: 0, takenChequeCents: 0, takenTerminalCents: 0 };
  const [cashUp] = await db
    .insert(runCashUps)
    .values({
      requestId: randomUUID(),
      runId: cashedUp.id,
      confirmedBy: admin.userId,
      ...nothing,
      countedCashCents: 0,
      countedChequeCents: 0,
      countedTerminalCents: 0,
    })
    .returning();
  const till = await insertOpenTill(db, admin);
  const closedTill = randomUUID();
  await addTill(db, admin, { requestId: closedTill, name: "Spare" });
  const sold = await sell(db, admin, saleOf(till.sessionId, product), sampleShop());
  const { credit, claimed, attachment, invoiceId } = await insertClaim(db, customerId);
  const handedOver = await insertHandedOver(db, customerId);
  const weighedBack = await insertWeighedBack(db, admin, customerId);
  const reopened = await insertPackedOrder(db, customerId);
  await db.insert(sitePhotos).values({ siteId: site?.id ?? "", attachmentId: attachment });
  // Not delivered, so it is handed over at the counter.
  const { id: pickup } = await insertFilledOrder(db, customerId, { status: "fulfilled" });
  const note = await noteFor(db, await insertFilledOrder(db, customerId, { status: "fulfilled" }));
  const bank = await insertBankFile(db, admin);
  const imported = await insertImports(db, admin);
  const batch = await makeAccountingBatch(db, admin, { program: "quickbooks", until: today });
  const [list] = await db
    .insert(priceLists)
    .values({ name: "Secret list", startsOn: daysAfter(today, -7) })
    .returning();
  const terms = await getClientTerms(db, admin, customerId);
  if (!batch || !list || !terms) throw new Error("Something was not inserted");

  const [payment] = await db
    .insert(payments)
    .values({ customerId, orderId: order, requestId: randomUUID(), cents: 1_00 })
    .returning({ id: payments.id });
  const card = `/admin/payments/${payment?.id}`;

  const { user: mate } = await insertClient(db, { user: { name: secretName } });
  await db.update(profiles).set({ staffRole: "driver" }).where(eq(profiles.id, mate.id));

  const { user: person } = await insertClient(db, { user: { name: secretName } });
  const personPath = `personal-data/${keyOf(person.email)}`;

  const { faq } = wordsPages;
  const faqTyped = typedFrom(fieldsOf(faq), faq.defaults);
  const settings = await openSettings(db, silentLog);
  const [claim] = await listClaims(db, admin, { settings, shop: shopFrom(settings.get, shop.url) });
  if (!claim) throw new Error("The shop claims nothing");
  const recall = await insertRecall(db, admin);
  const cutting = await insertCutting(db, admin, product.id);
  const standing = await insertStanding(db, customerId, zone.id);
  const addresses: Record<string, string[]> = {
    "orders/new/:customer": [`orders/new/${customerId}`],
    "orders/new/:customer/:site": [`orders/new/${customerId}/${site?.id}`],
    "orders/:id": [`orders/${order}`],
    "settings/:group": ["settings/company", "settings/documents"],
    "settings/words/:page": ["settings/words/home", "settings/words/faq"],
    "orders/:id/change": [`orders/${held}/change`],
    "orders/:id/credit": [`orders/${claimed.orderId}/credit`],
    "orders/:id/release": [`orders/${held}/release`],
    "orders/:id/pay": [`orders/${claimed.orderId}/pay`],
    "orders/:id/payments": [`orders/${claimed.orderId}/payments`],
    "orders/:id/deposit": [`orders/${held}/deposit`],
    "orders/:id/deposit/back": [`orders/${paidAhead}/deposit/back`],
    "orders/:id/day": [`orders/${held}/day`],
    "orders/:id/move": [`orders/${held}/move`],
    "credits/:id": [`credits/${credit}`],
    "payments/:id": [card.replace("/admin/", "")],
    "payments/:id/evidence.pdf": [`${card.replace("/admin/", "")}/evidence.pdf`],
    "packing/:id": [`packing/${order}`],
    "packing/cuts/:day/:product": [`packing/cuts/none/${product.id}`],
    "packing/:id/labels/:package": [`packing/${packedOrder}/labels/${labelled.id}`],
    "packing/:id/lots": [`packing/${reopened}/lots`],
    "packing/:id/reopen": [`packing/${reopened}/reopen`],
    "packing/:id/papers/:paper": [`packing/${order}/papers/slip.pdf`],
    "stock/:id": [`stock/${product.id}`],
    "lots/:id": [`lots/${lot}`],
    "lots/:id/edit": [`lots/${lot}/edit`],
    "receiving/:id": [`receiving/${receipt}`],
    "receiving/:id/edit": [`receiving/${receipt}/edit`],
    "receiving/:id/labels.pdf": [`receiving/${receipt}/labels.pdf`],
    "receiving/:id/papers/:paper": [`receiving/${receipt}/papers/${paper}`],
    "suppliers/:id": [`suppliers/${supplierId}`],
    "cutting/:id": [`cutting/${cutting}`],
    "cutting/yields/:id": ["cutting/yields/new"],
    "cutting/:id/labels.pdf": [`cutting/${cutting}/labels.pdf`],
    "recall/:id": [`recall/${recall.id}`],
    "recall/:id/clients/:customer": [`recall/${recall.id}/clients/${recall.customerId}`],
    "recall/:id/papers/:paper": ["recall.pdf", "recall.csv"].map(
      (paper) => `recall/${recall.id}/papers/${paper}`,
    ),
    "counter/:till": [`counter/${till.id}`],
    "counter/:till/drawer": [`counter/${till.id}/drawer`],
    "counter/:till/pickups": [`counter/${till.id}/pickups`],
    "counter/:till/pickups/:order": [`counter/${till.id}/pickups/${pickup}`],
    "counter/sales/:id": [`counter/sales/${sold.id}`],
    "counter/sessions/:id": [`counter/sessions/${till.sessionId}`],
    "returns/:order": [`returns/${handedOver.orderId}`],
    "runs/:id": [`runs/${run.id}`],
    "runs/:id/cash-up": [`runs/${run.id}/cash-up`],
    "runs/:id/take-back": [`runs/${cashedUp.id}/take-back`],
    "runs/:id/papers/:paper": ["run-sheet.pdf", "stops.csv"].map(
      (paper) => `runs/${run.id}/papers/${paper}`,
    ),
    "personal-data/:person": [personPath],
    "personal-data/:person/papers/:paper": [
      `${personPath}/papers/personal-data.pdf`,
      `${personPath}/papers/personal-data.json`,
    ],
    "clients/:id": [`clients/${customerId}`],
    "clients/new": ["clients/new"],
    "clients/:id/details": [`clients/${customerId}/details`],
    "clients/:id/contacts": [`clients/${customerId}/contacts`],
    "clients/:id/sites/:site": [`clients/${customerId}/sites/new`],
    "clients/:id/sites/:site/photos/:photo": [
      `clients/${customerId}/sites/${site?.id}/photos/${attachment}`,
    ],
    "clients/:id/email": [`clients/${customerId}/email`],
    "clients/:id/merge": [`clients/${customerId}/merge`],
    "clients/:id/prices": [`clients/${customerId}/prices`],
    "clients/:id/standing-orders": [`clients/${customerId}/standing-orders`],
    "clients/:id/standing-orders/:standing": [`clients/${customerId}/standing-orders/${standing}`],
    "clients/:id/prices.pdf": [`clients/${customerId}/prices.pdf`],
    "prices/lists/:id": [`prices/lists/${list.id}`],
    "inbox/messages/:id": [`inbox/messages/${message}`],
    "inbox/inquiries/:id": [`inbox/inquiries/${inquiry}`],
    "invoices/:id/debit": [`invoices/${invoiceId}/debit`],
    "receivables/import/files/:id": [`receivables/import/files/${bank.file}`],
    "receivables/import/rows/:id": [`receivables/import/rows/${bank.row}`],
    "receivables/:customer": [`receivables/${customerId}`],
    "receivables/:customer/statement": [`receivables/${customerId}/statement`],
    "receivables/:customer/statement.pdf": [`receivables/${customerId}/statement.pdf`],
    "staff/:id": [`staff/${mate.id}`],
    "attachments/:id": [`attachments/${attachment}`],
    "import/templates/:kind": ["import/templates/products.csv"],
    "import/files/:id": [`import/files/${imported.read}`],
    "import/files/:id/columns": [`import/files/${imported.unread}/columns`],
    "import/:kind": importKinds.map((kind) => `import/${kind}`),
    "exports/accounting/:batch/:file": batch.files.map(
      (name) => `exports/accounting/${batch.id}/${name}`,
    ),
    "exports/:list": exportedLists.map((name) => `exports/${name}.csv`),
    "*": ["nothing-here"],
  };

  const booking = { amount: "1.00", receivedOn: "2026-11-01", note: "Smuggled" };
  const once = () => ({ requestId: randomUUID() });
  const { id: productId, name, pricePerLb } = product;
  const cell = cellKey("base", productId);
  const override = "Smuggled";
  const day = runKey(zone.id, daysAfter(today, 3));
  const draft = {
    ...emptyDraft,
    ...once(),
    day,
    override,
    postalCode: "V2S 1A2",
    lines: [
      {
        key: productId,
        productId,
        name,
        wish: noWish,
        quantity: "10",
        seenUnit: "lb",
        seenPricePerLb: pricePerLb,
      },
    ],
  };
  const account = `/admin/receivables/${customerId}`;
  const ofOrder = { order, confirmed: "yes" };
  // Nothing else of this client changes.
  const { user: apart } = await insertClient(db);
  const { user: twin } = await insertClient(db);
  const seenDetails = (await seenClient(db, apart.id)) ?? "";
  const filled: [name: string, page: string | null, fields: Record<string, string>][] = [
    ["take an order", `/admin/orders/new/${customerId}`, placing(draft)],
    ["change an order", `/admin/orders/${held}/change`, { version: "0", notes: "Smuggled" }],
    ["move an order", `/admin/orders/${held}/day`, { day, override }],
    ["move a packed order", `/admin/orders/${claimed.orderId}/move`, { ...once(), day, from: "" }],
    ["ask for a deposit", `/admin/orders/${held}/deposit`, { amount: "1.00" }],
    [
      "give a deposit back",
      `/admin/orders/${paidAhead}/deposit/back`,
      { ...once(), amount: "1.00", method: "etransfer", reason: "Smuggled" },
    ],
    ["release an order", `/admin/orders/${held}/release`, { note: "Smuggled", reason: "manual" }],
    ["cancel", `/admin/orders/${held}`, { change: "cancel", order: held, confirmed: "yes" }],
    ["fulfil in the list", "/admin/orders", ofOrder],
    ["fulfil", null, { ...ofOrder, change: "fulfill" }],
    [
      "ask for a credit",
      `/admin/orders/${claimed.orderId}/credit`,
      { ...once(), item: claimed.id, reason: "short", lb: "1" },
    ],
    [
      "take a payment",
      `/admin/orders/${claimed.orderId}/pay`,
      { requestId: randomUUID(), amount: "1.00", method: "cash" },
    ],
    ["decline a credit", `/admin/credits/${credit}`, { intent: "decline", note: "No." }],
    [
      "share what is short",
      `/admin/packing/cuts/none/${productId}`,
      { intent: "share", itemIds: weighed.id, leftLb: "1", how: "time", seen: "1.00" },
    ],
    ["hold a lot", `/admin/lots/${lot}`, { intent: "hold", reason: "Smuggled" }],
    [
      "cut a lot",
      "/admin/cutting/new",
      {
        ...once(),
        kind: "Smuggled",
        input1: secretLot,
        inputLb1: "10",
        output1: productId,
        outputLb1: "10",
      },
    ],
    ["choose how cost goes", `/admin/cutting/${cutting}`, { intent: "basis", costBy: "weight" }],
    ["fill in sample yields", "/admin/cutting/yields", {}],
    ["add a primal", "/admin/cutting/yields/new", { ...once(), name: "Smuggled" }],
    [
      "start a drill",
      "/admin/recall/new",
      { ...once(), lotId: lot, scope: "both", intent: "drill", reason: "S", instructions: "S" },
    ],
    [
      "note a call",
      `/admin/recall/${recall.id}`,
      {
        ...once(),
        intent: "call",
        authority: "Smuggled",
        phone: "604-555-0100",
        calledAt: "2026-11-01T08:00",
        answeredBy: "Smuggled",
      },
    ],
    [
      "note an answer",
      `/admin/recall/${recall.id}/clients/${recall.customerId}`,
      { ...once(), usedLb: "5", answeredBy: "Smuggled" },
    ],
    ["add a till", "/admin/counter/new", { requestId: randomUUID(), name: "Smuggled" }],
    [
      "open a till",
      "/admin/counter",
      { till: closedTill, requestId: randomUUID(), float: "100.00" },
    ],
    [
      "take cash out of a till",
      `/admin/counter/${till.id}/drawer`,
      {
        intent: "move",
        requestId: randomUUID(),
        sessionId: till.sessionId,
        kind: "out",
        amount: "5.00",
        reason: "Smuggled",
      },
    ],
    [
      "hand an order over at the counter",
      `/admin/counter/${till.id}/pickups/${pickup}`,
      {
        requestId: randomUUID(),
        sessionId: till.sessionId,
        seen: "0",
        tenders: "[]",
        reason: "",
      },
    ],
    [
      "give money back",
      `/admin/counter/sales/${sold.id}`,
      {
        intent: "refund",
        requestId: randomUUID(),
        sessionId: till.sessionId,
        lines: "0",
        cash: "14.95",
        meat: "customer",
        otherwise: "Smuggled",
        reason: "Smuggled",
      },
    ],
    ["open an order again", `/admin/packing/${reopened}/reopen`, { reason: "Smuggled" }],
    [
      "weigh a return",
      `/admin/returns/${handedOver.orderId}`,
      {
        [`requestId:${handedOver.id}:`]: once().requestId,
        [`lb:${handedOver.id}:`]: "1",
        [`reason:${handedOver.id}:`]: "quality",
        place: "client",
        temperatureC: "",
        minutesOut: "",
        note: "Smuggled",
      },
    ],
    [
      "take a weighing back",
      `/admin/returns/${weighedBack.orderId}`,
      { intent: "take-back", weighing: weighedBack.id, why: "Smuggled", ...once() },
    ],
    ["name a driver", `/admin/runs/${run.id}`, { intent: "driver", driver: "Smuggled" }],
    [
      "cash a run up",
      `/admin/runs/${run.id}/cash-up`,
      {
        requestId: randomUUID(),
        seen: "0 0 0",
        cash: "1",
        cheque: "0",
        terminal: "0",
        reason: "x",
      },
    ],
    [
      "take a cash-up back",
      `/admin/runs/${cashedUp.id}/take-back`,
      { cashUp: cashUp?.id ?? "", why: "x" },
    ],
    ["hand a run over", `/admin/runs/${run.id}`, { intent: "hand over", driver: "Smuggled" }],
    ["make a driver's link", `/admin/runs/${run.id}`, { intent: "link" }],
    ["handle a letter", `/admin/inbox/messages/${message}`, { intent: "handled" }],
    [
      "invite its sender",
      `/admin/inbox/inquiries/${inquiry}`,
      { intent: "invited", invitedAt: "" },
    ],
    [
      "correct a client",
      `/admin/clients/${apart.id}/details`,
      { companyName: "Smuggled", contactName: "", phone: "", notes: "", seen: seenDetails },
    ],
    [
      "change the terms",
      `/admin/clients/${customerId}`,
      { ...termsValues({ ...terms, accountingName: "Smuggled" }), seen: termsSeen(terms) },
    ],
    [
      "add a client",
      "/admin/clients/new",
      { companyName: "Smuggled", email: "s@example.com", anyway: "yes" },
    ],
    [
      "add a site",
      `/admin/clients/${customerId}/sites/new`,
      { name: "Smuggled", address: "1 Smuggled Street", postalCode: "" },
    ],
    [
      "add a contact",
      `/admin/clients/${customerId}/contacts`,
      { email: "smuggled@example.com", invoices: "yes" },
    ],
    [
      "begin a standing order",
      `/admin/clients/${customerId}/standing-orders/new`,
      {
        [standingField.site]: site?.id ?? "",
        [standingField.day]: `${zone.id} 4`,
        [standingField.startsOn]: today,
        [standingField.product("0")]: `${productId} lb`,
        [standingField.quantity("0")]: "10",
      },
    ],
    [
      "end a standing order",
      `/admin/clients/${customerId}/standing-orders`,
      { act: `end ${standing}` },
    ],
    [
      "give a list",
      `/admin/clients/${customerId}/prices`,
      { intent: "give", listId: list.id, rank: "100" },
    ],
    [
      "give a price",
      `/admin/clients/${customerId}/prices`,
      { intent: "add", productId, pricePerLb: "0.01", startsOn: today },
    ],
    ["add a price list", "/admin/prices", { intent: "list", name: "Smuggled", startsOn: today }],
    ["end a price list", `/admin/prices/lists/${list.id}`, { endsOn: today }],
    [
      "change a price",
      "/admin/prices",
      { intent: "save", seen: JSON.stringify({ [cell]: pricePerLb }), [`cell.${cell}`]: "0.01" },
    ],
    ["hide a product", "/admin/products", { visibility: "hidden", id: productId }],
    [
      "add a product",
      "/admin/products?add",
      { name: "Smuggled", slug: "smuggled", category: "loin", pricePerLb: "0.01", isActive: "on" },
    ],
    [
      "record a payment",
      account,
      { ...booking, ...once(), intent: "payment", method: "cash", settles: "oldest" },
    ],
    ["invoice now", account, { intent: "invoice now", upTo: String(note.number) }],
    [
      "bill a difference",
      `/admin/invoices/${invoiceId}/debit`,
      {
        ...once(),
        reason: "Smuggled",
        "description-0": "Smuggled",
        "amount-0": "1.00",
        "tax-0": "Z",
        intent: "issue",
        seen: "100",
      },
    ],
    ["charge", account, { ...booking, ...once(), intent: "charge" }],
    ["write off", null, { ...booking, ...once(), intent: "write off", debitId: randomUUID() }],
    [
      "pay back",
      null,
      { ...booking, ...once(), intent: "refund", method: "cash", paidOn: booking.receivedOn },
    ],
    ["paste a bank's rows", "/admin/receivables/import", { intent: "paste", rows: bank.csv }],
    [
      "book a bank's row",
      "/admin/receivables/import",
      { intent: "book", rowId: bank.row, customerId },
    ],
    ["unbook it", `/admin/receivables/import/rows/${bank.row}`, { intent: "take back" }],
    ["ignore it", `/admin/receivables/import/rows/${bank.row}`, { intent: "ignore" }],
    [
      "say what a bank's columns mean",
      `/admin/receivables/import/files/${bank.file}`,
      columnsFields({ ...bankColumns, dateFormat: "dmy" }),
    ],
    [
      "switch reminders on",
      "/admin/settings/reminders",
      {
        isOn: "on",
        beforeDays: "3",
        beforeText: "Soon",
        afterDays: "3",
        afterText: "Late",
        laterDays: "20",
        laterText: "Very late",
      },
    ],
    [
      "invite to the staff",
      "/admin/staff",
      { intent: "invite", name: "Smuggled", email: "smuggled@example.com", role: "owner" },
    ],
    ["erase a person", `/admin/${personPath}`, { confirmed: person.email }],
    ["change a role", `/admin/staff/${mate.id}`, { intent: "role", role: "owner", seen: "driver" }],
    ["change the tolerance", "/admin/settings/tolerance", { overCapPct: "20" }],
    [
      "change the shop's notices",
      "/admin/settings/notices",
      { version: "0", text1: "Smuggled", from1: "", until1: "" },
    ],
    [
      "preview texts",
      "/admin/settings/words/faq",
      { ...faqTyped, intent: "preview", version: "0", title: "Secret" },
    ],
    [
      "change texts",
      "/admin/settings/words/faq",
      { ...faqTyped, intent: "save", version: "0", title: "Smuggled" },
    ],
    [
      "confirm a claim",
      "/admin/settings/claims",
      { claim: claim.id, digest: claim.digest, note: "Smuggled", intent: "confirm" },
    ],
    ["release a card", card, { intent: "release" }],
    ["ask the card provider again", null, { intent: "retry" }],
    ["refund a card", null, { ...once(), intent: "refund", amount: "1.00", reason: "late" }],
    ["offer ways of paying", "/admin/settings/payments", { takesDoor: "on" }],
    [
      "add a zone",
      "/admin/delivery",
      {
        intent: "zone",
        name: "Smuggled",
        kind: "delivery",
        prefixes: "V9Z",
        served4: "on",
        cutOffDaysBefore4: "1",
        cutOffTime4: "14:00",
        windowFrom4: "08:00",
        windowTo4: "15:00",
      },
    ],
    [
      "close a day",
      "/admin/delivery",
      { intent: "day", date: daysAfter(today, 5), kind: "closed" },
    ],
    ["paste rows to import", "/admin/import/products", { rows: "Name,Cost\nSmuggled,1" }],
    [
      "say what columns mean",
      `/admin/import/files/${imported.unread}/columns`,
      { ...columnsOfImport, dateFormat: "ymd" },
    ],
    ["compare a file again", `/admin/import/files/${imported.read}`, { intent: "compare" }],
    ["import a file", null, { intent: "apply" }],
    ["undo an import", null, { intent: "undo" }],
    ["discard a file", `/admin/import/files/${imported.unread}`, { intent: "discard" }],
    [
      "set how stock is tracked",
      `/admin/stock/${product.id}`,
      { intent: "tracking", tracking: "none", version: "0" },
    ],
    [
      "receive",
      "/admin/receiving/new",
      { requestId: randomUUID(), newSupplier: "Nobody", what1: "Smuggled", lb1: "5" },
    ],
    [
      "correct a receipt",
      `/admin/receiving/${receipt}/edit`,
      { version: "0", note: "Changed", lb1: "100.00", boxes1: "4" },
    ],
    ["add a supplier", "/admin/suppliers/new", { name: "Somebody else" }],
    [
      "change a supplier",
      `/admin/suppliers/${supplierId}`,
      { name: secretName, note: "Changed", version: "0" },
    ],
    ["add a lot", "/admin/lots/new", { code: "L-smuggled", supplier: "Nobody" }],
    [
      "change a lot",
      `/admin/lots/${lot}/edit`,
      { code: "L-changed", supplier: "Nobody", version: "0" },
    ],
    ["merge two clients", `/admin/clients/${apart.id}/merge`, { into: twin.id }],
    ["export to the books", "/admin/exports/accounting", { program: "xero", until: today }],
    [
      "change the books' names",
      "/admin/exports/accounting",
      { intent: "settings", ...settingsFields({ ...usualSettings, feeItem: "Smuggled" }) },
    ],
  ];

  const issued = await db.select({ number: documents.documentNumber }).from(documents);
  return {
    addresses,
    forms: filled.map(([name, page, fields]) => ({ name, page, fields })),
    productId,
    secrets: [
      ...[secretName, order, held, run.id, credit, list.name, "Secret zone", product.slug],
      ...issued.map(({ number }) => number),
    ],
  };
}

const placing = (draft: typeof emptyDraft) => Object.fromEntries(writeOrderForm(draft, "place"));

const bankColumns: Columns = {
  head: ["Date", "From", "Amount"],
  date: 0,
  dateFormat: "ymd",
  sender: 1,
  message: [],
  amount: { kind: "signed", column: 2 },
};

/** Adds a bank file with a payment to decide; returns the text of another one. */
async function insertBankFile(db: Database, admin: Admin) {
  const of = (amount: string) => `Date,From,Amount\n2026-11-02,${secretName},${amount}`;
  const content = Buffer.from(of("12.34"));
  const { id: file } = await storeBankFile(db, admin, { name: "bank.csv", content });
  await saveColumns(db, admin, file, bankColumns);
  const [row] = await db
    .select({ id: bankRows.id })
    .from(bankRows)
    .where(eq(bankRows.importId, file));
  if (!row) throw new Error("Nothing was inserted");
  return { file, row: row.id, csv: of("56.78") };
}

const columnsOfImport = { "column-name": "0", "column-pricePerLb": "1" };

/** Adds a file whose columns are to be chosen, and one that was compared. */
async function insertImports(db: Database, admin: Admin) {
  const store = (text: string) =>
    storeImport(db, admin, { kind: "products", name: secretName, content: Buffer.from(text) });
  const unread = await store("Cut,Cost\nSmuggled,1");
  const read = await store("Name,Price per lb (CAD)\nSmuggled,1");
  // The shop's own job processes it.
  await vi.waitFor(async () => {
    const [file] = await db.select().from(dataImports).where(eq(dataImports.id, read.id));
    if (file?.state !== "read") throw new Error(`An import is ${file?.state}`);
  }, 20_000);
  return { unread: unread.id, read: read.id };
}

/** Adds a requested credit with a photo, and another line of the same order. */
async function insertClaim(db: Database, customerId: string) {
  const order = await insertFilledOrder(db, customerId);
  const { id: invoiceId } = await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const photo = { contentType: "image/jpeg", content: await sampleJpeg(), width: 64, height: 64 };
  const [attachment] = await db
    .insert(attachments)
    .values({ ...photo, customerId })
    .returning({ id: attachments.id });
  const [credit] = await db
    .insert(creditRequests)
    .values({ customerId, orderId: order.id, invoiceId, source: "client" })
    .returning();
  if (!item || !attachment || !credit) throw new Error("Nothing was inserted");
  const line = { position: 0, orderItemId: item.id, lb: "1.00", reason: "short" } as const;
  const attachmentId = attachment.id;
  await db.insert(creditRequestLines).values({ ...line, creditRequestId: credit.id, attachmentId });
  return { credit: credit.id, claimed: item, attachment: attachmentId, invoiceId };
}

/** Adds an order that is packed and invoiced, and did not leave. */
async function insertPackedOrder(db: Database, customerId: string): Promise<string> {
  const order = await insertFilledOrder(db, customerId);
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  return order.id;
}

/** Adds a line of a handed-over order, part of which may come back. */
async function insertHandedOver(db: Database, customerId: string) {
  const order = await insertFilledOrder(db, customerId);
  await issueFor(db, order);
  await db.update(orders).set({ status: "fulfilled" }).where(eq(orders.id, order.id));
  await db
    .update(orders)
    .set({ status: "delivered", deliveredAt: new Date() })
    .where(eq(orders.id, order.id));
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  if (!item) throw new Error("Nothing was inserted");
  return item;
}

/** Adds goods of a delivered order that were weighed back. */
async function insertWeighedBack(db: Database, admin: Admin, customerId: string) {
  const { orderId, id: item } = await insertHandedOver(db, customerId);
  const typed = {
    requestId: randomUUID(),
    item,
    lot: null,
    lb: "1.00",
    place: "client" as const,
    temperatureC: null,
    minutesOut: null,
    reason: "quality" as const,
    becomes: null,
    note: "",
  };
  await weighReturns(db, admin, orderId, [typed], sampleShop());
  const [row] = await db.select().from(returnedGoods).where(eq(returnedGoods.orderId, orderId));
  if (!row) throw new Error("Nothing was weighed");
  return row;
}

/** Adds a standing order with a note for staff only. */
async function insertStanding(db: Database, customerId: string, zoneId: string): Promise<string> {
  const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, customerId)).limit(1);
  const [standing] = await db
    .insert(standingOrders)
    .values({
      customerId,
      zoneId,
      siteId: site?.id ?? "",
      weekday: 4,
      startsOn: "2030-01-01",
      notes: secretName,
    })
    .returning();
  return standing?.id ?? "";
}

/** Code of a lot that was cut, and may be cut further. */
const secretLot = "SECRET-CUT";

/** Adds a cutting of a lot of the shop's own. */
async function insertCutting(db: Database, admin: Admin, productId: string) {
  await insertLot(db, { code: secretLot, receivedLb: "1000.00", costCents: 1234567 });
  return cutLots(
    db,
    admin,
    {
      requestId: randomUUID(),
      kind: "Chuck",
      differenceReason: "",
      confirmed: [],
      inputs: [{ row: 1, name: secretLot, lb: "10" }],
      outputs: [{ row: 1, productId, code: "", lb: "10" }],
      wastes: [],
    },
    "Sample Beef",
  );
}

/** Adds a recall of a lot that a client received. */
async function insertRecall(db: Database, admin: Admin) {
  const { user: buyer } = await insertClient(db, { user: { name: secretName } });
  const lot = await insertLot(db, { supplier: secretName });
  const order = await insertOrder(db, buyer.id, { status: "fulfilled" });
  const item = await insertOrderItem(db, order.id);
  await insertPackage(db, item.id, { value: "5", unit: "lb" }, { lotId: lot.id });
  const id = await openRecall(db, admin, {
    requestId: randomUUID(),
    lotId: lot.id,
    scope: "both",
    intent: "recall",
    reason: secretName,
    instructions: "Keep it apart.",
  });
  return { id, customerId: buyer.id };
}
