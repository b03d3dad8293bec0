import type { RequestContext } from "#app/context.server.ts";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import { findProducts } from "#app/domain/catalogue/products-admin.server.ts";
import { allRefusedInWords } from "#app/domain/delivery/runs/all-refused.ts";
import { listInvoicesForAdmin } from "#app/domain/documents/invoices.server.ts";
import { listLots } from "#app/domain/lots/lots.server.ts";
import { formerlyInWords } from "#app/domain/lots/lots.ts";
import { listOrdersForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { orderName, shortOrderId } from "#app/domain/orders/order.ts";
import { orderLifecycle } from "#app/domain/orders/order-lifecycle.ts";
import { listClients } from "#app/features/clients/clients-admin.server.ts";
import { findOrdersToPack } from "#app/features/packing/find-orders.server.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { shortDateInWords } from "#app/lib/dates.ts";
import { orNull } from "#app/lib/or-null.ts";
import { searchText } from "#app/lib/search-text.ts";
import { type Hit, type HitsAnswer, hitKinds, hitsOfKind } from "./hits.ts";

interface Services extends Pick<RequestContext, "db"> {
  log: Parameters<typeof orNull>[1];
}

const unknownClient = "Unknown Client";
const inOneLine = (...parts: (string | null | false)[]) => parts.filter(Boolean).join(" · ");

/**
 * Returns the hits that the role may open: a packer finds orders at the station and lots, but no
 * invoices or prices. A kind that can't be read is reported as failed, and the others are returned.
 */
export async function findHits(
  { db, log }: Services,
  staff: Staff,
  typed: string,
): Promise<HitsAnswer> {
  const search = searchText(typed);
  if (search === null) return { hits: [], failed: [], cut: [] };
  // One more than is listed shows whether there are more.
  const wanted = { search, limit: hitsOfKind + 1 };
  const asked: [Hit["kind"], Promise<Hit[]>][] = [];
  if (staffMay(staff, "orders")) {
    const found = listOrdersForAdmin(db, staff, wanted);
    asked.push(["order", found.then(({ rows }) => rows.map(orderHit))]);
    if (staffMay(staff, "pack") && isPackageCode(search)) {
      const packed = findOrdersToPack(db, staff, search, wanted.limit);
      asked.push(["order", packed.then((rows) => rows.map(stationHit))]);
    }
  } else if (staffMay(staff, "pack")) {
    const found = findOrdersToPack(db, staff, search, wanted.limit);
    asked.push(["order", found.then((rows) => rows.map(stationHit))]);
  }
  if (staffMay(staff, "clients")) {
    const found = listClients(db, staff, wanted);
    asked.push(["client", found.then(({ rows }) => rows.map(clientHit))]);
  }
  if (staffMay(staff, "money")) {
    const found = listInvoicesForAdmin(db, staff, wanted);
    asked.push(["invoice", found.then(({ rows }) => rows.map(invoiceHit))]);
  }
  if (staffMay(staff, "pack")) {
    const found = listLots(db, staff, { ...wanted, withVoid: true });
    asked.push(["lot", found.then(({ rows }) => rows.map(lotHit))]);
  }
  if (staffMay(staff, "catalogue")) {
    const found = findProducts(db, staff, search);
    asked.push(["product", found.then(({ rows }) => rows.map(productHit))]);
  }
  // A text without digits is more likely a client's name.
  if (!/\d/.test(search)) asked.sort(([one], [other]) => rank(one) - rank(other));
  const hits: Hit[] = [];
  const failed: string[] = [];
  const cut = new Set<string>();
  for (const [kind, answer] of await Promise.all(
    asked.map(
      async ([kind, found]) => [kind, await orNull(found, log, `search ${kind}s`)] as const,
    ),
  )) {
    if (answer) hits.push(...answer.slice(0, hitsOfKind));
    else failed.push(hitKinds[kind]);
    if (answer && answer.length > hitsOfKind) cut.add(hitKinds[kind]);
  }
  return { hits, failed, cut: [...cut] };
}

const isPackageCode = (search: string) => /^PKG-/i.test(search);

const rank = (kind: Hit["kind"]) => (kind === "client" ? 0 : 1);

type Row<Find extends (...args: never[]) => Promise<{ rows: unknown[] }>> = Awaited<
  ReturnType<Find>
>["rows"][number];

function orderHit(order: Row<typeof listOrdersForAdmin>): Hit {
  const { id, number, companyName, status, deliveryDay, deliveryKind, isRefused } = order;
  const day = deliveryDay && shortDateInWords(deliveryDay);
  const detail = inOneLine(
    companyName || unknownClient,
    isRefused ? allRefusedInWords(deliveryKind) : orderLifecycle.states[status].label,
    day,
    `${shortOrderId(id)}…`,
  );
  return { kind: "order", title: orderName(number), detail, to: `/admin/orders/${id}` };
}

function stationHit(order: Awaited<ReturnType<typeof findOrdersToPack>>[number]): Hit {
  const { id, number, companyName, deliveryDay, isFinished } = order;
  const detail = inOneLine(
    companyName || unknownClient,
    deliveryDay && shortDateInWords(deliveryDay),
    isFinished && "Finished",
  );
  return { kind: "order", title: orderName(number), detail, to: `/admin/packing/${id}` };
}

function clientHit({ id, listedName, contactName, phone }: Row<typeof listClients>): Hit {
  const title = listedName || contactName || unknownClient;
  const detail = inOneLine(title !== contactName && contactName, phone);
  return { kind: "client", title, detail, to: `/admin/clients/${id}` };
}

function invoiceHit(invoice: Row<typeof listInvoicesForAdmin>): Hit {
  const { invoiceNumber, companyName, amount } = invoice;
  const detail = inOneLine(companyName || unknownClient, formatDollars(amount));
  const to = `/admin/invoices?${new URLSearchParams({ q: invoiceNumber })}`;
  return { kind: "invoice", title: invoiceNumber, detail, to };
}

function lotHit({ id, code, supplier, meat, formerCodes }: Row<typeof listLots>): Hit {
  // A search by the old code should show why the lot is found.
  const detail = [formerlyInWords({ formerCodes }), meat, supplier].filter(Boolean).join(", ");
  return { kind: "lot", title: code, detail, to: `/admin/lots/${id}` };
}

function productHit({ id, name, isActive }: Row<typeof findProducts>): Hit {
  const to = `/admin/products?${new URLSearchParams({ q: name, edit: id })}`;
  return { kind: "product", title: name, detail: isActive ? "" : "Inactive", to };
}
