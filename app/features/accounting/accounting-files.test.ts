import { describe, expect, it } from "vitest";
import { csvText } from "#app/lib/csv/csv.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { accountingRows, type BookedDocument, type BookedLine } from "./accounting-files.ts";
import { usualSettings } from "./accounting-settings.ts";

const goods = (
  description: string,
  quantity: string,
  unitPrice: string,
  amount: string,
): BookedLine => ({
  description,
  quantity,
  unitPrice,
  amount,
  unit: "lb",
  isGoods: true,
  taxCode: "Z",
});

// A month with a fee, an unavailable line, a scan in kg (1.235 kg is 2.72 lb), an excess over the
// promise that isn't charged, and a credit note.
const invoice: BookedDocument = {
  id: "1",
  kind: "invoice",
  number: "INV-000041",
  issuedOn: "2026-11-26",
  dueOn: "2026-12-26",
  terms: "net 30 days",
  poNumber: "77",
  customer: "Sample Bistro",
  email: "kitchen@example.com",
  subtotal: "170.98",
  total: "171.58",
  taxes: [
    { taxCode: "Z", amount: "0.00" },
    { taxCode: "G", amount: "0.60" },
  ],
  lines: [
    goods("Striploin Steak, “house” cut", "3.86", "24.99", "96.46"),
    goods("Tenderloin", "2.72", "24.99", "67.97"),
    goods("Oxtail", "0.00", "9.99", "0.00"),
    { ...goods("Over weight, no charge", "-1.00", "5.45", "-5.45"), unit: "each" },
    {
      ...goods("Delivery on Thursday, Nov 26", "1.00", "12.00", "12.00"),
      unit: "each",
      isGoods: false,
      taxCode: "G",
    },
  ],
};

// Three delivery notes with a taxed charge of 30 cents each: the tax is rounded once.
const monthly: BookedDocument = {
  ...invoice,
  number: "INV-000042",
  issuedOn: "2026-12-01",
  dueOn: "2026-12-31",
  poNumber: "4710, 4711",
  subtotal: "750.60",
  total: "750.65",
  taxes: [
    { taxCode: "Z", amount: "0.00" },
    { taxCode: "G", amount: "0.05" },
  ],
  lines: [1, 2, 3].flatMap((): BookedLine[] => [
    goods("Ribeye Steak", "10.00", "24.99", "249.90"),
    {
      ...goods("Delivery", "1.00", "0.30", "0.30"),
      unit: "each",
      isGoods: false,
      taxCode: "G",
    },
  ]),
};

const creditNote: BookedDocument = {
  ...invoice,
  kind: "credit_note",
  number: "CN-000003",
  dueOn: null,
  poNumber: "",
  subtotal: "12.50",
  total: "12.50",
  taxes: [{ taxCode: "Z", amount: "0.00" }],
  lines: [goods("=HYPERLINK(1)", "0.50", "25.00", "12.50")],
};

const fileOf = (...args: Parameters<typeof accountingRows>) => csvText(accountingRows(...args));

describe("the files for QuickBooks Online", () => {
  it("have a row for each line of an invoice with an amount, including the delivery fee", () => {
    expect(fileOf("quickbooks", [invoice], usualSettings)).toBe(
      [
        '"*InvoiceNo","*Customer","*InvoiceDate","*DueDate",Terms,Memo,"Item(Product/Service)",ItemDescription,ItemQuantity,ItemRate,"*ItemAmount","*ItemTaxCode",ServiceDate',
        'INV-000041,"Sample Bistro",2026-11-26,2026-12-26,"net 30 days","PO 77","Striploin Steak, “house” cut","Striploin Steak, “house” cut",3.86,24.99,96.46,Zero-rated,2026-11-26',
        'INV-000041,"Sample Bistro",2026-11-26,2026-12-26,"net 30 days","PO 77",Tenderloin,Tenderloin,2.72,24.99,67.97,Zero-rated,2026-11-26',
        'INV-000041,"Sample Bistro",2026-11-26,2026-12-26,"net 30 days","PO 77","Over weight, no charge","Over weight, no charge",-1.00,5.45,-5.45,Zero-rated,2026-11-26',
        'INV-000041,"Sample Bistro",2026-11-26,2026-12-26,"net 30 days","PO 77",Delivery,"Delivery on Thursday, Nov 26",1.00,12.00,12.00,GST,2026-11-26',
        "",
      ].join("\r\n"),
    );
  });

  it("have the lines of a monthly invoice, delivery by delivery", () => {
    const head = 'INV-000042,"Sample Bistro",2026-12-01,2026-12-31,"net 30 days","PO 4710, 4711"';
    const delivery = [
      `${head},"Ribeye Steak","Ribeye Steak",10.00,24.99,249.90,Zero-rated,2026-12-01`,
      `${head},Delivery,Delivery,1.00,0.30,0.30,GST,2026-12-01`,
    ];
    const [, ...rows] = fileOf("quickbooks", [monthly], usualSettings).split("\r\n");
    expect(rows).toEqual([...delivery, ...delivery, ...delivery, ""]);
  });

  it("have credit notes in a format of their own, without a due date", () => {
    const settings = { ...usualSettings, dateFormat: "DD/MM/YYYY", goodsItem: "Beef" } as const;
    expect(fileOf("quickbooks", [creditNote], settings)).toBe(
      [
        '"*CreditNoteNo","*Customer","*CreditNoteDate",Memo,"Item(Product/Service)",ItemDescription,ItemQuantity,ItemRate,"*ItemAmount","*ItemTaxCode",ServiceDate',
        'CN-000003,"Sample Bistro","26/11/2026",,Beef,"\'=HYPERLINK(1)",0.50,25.00,12.50,Zero-rated,"26/11/2026"',
        "",
      ].join("\r\n"),
    );
  });
});

describe("the files for Xero", () => {
  it("have a row for each line with an amount, with its account and the name of its tax", () => {
    expect(fileOf("xero", [invoice], usualSettings)).toBe(
      [
        '"*ContactName",EmailAddress,"*InvoiceNumber",Reference,"*InvoiceDate","*DueDate","*Description","*Quantity","*UnitAmount","*AccountCode","*TaxType",Currency',
        '"Sample Bistro","kitchen@example.com",INV-000041,77,2026-11-26,2026-12-26,"Striploin Steak, “house” cut",3.86,24.99,200,"Zero Rated",CAD',
        '"Sample Bistro","kitchen@example.com",INV-000041,77,2026-11-26,2026-12-26,Tenderloin,2.72,24.99,200,"Zero Rated",CAD',
        '"Sample Bistro","kitchen@example.com",INV-000041,77,2026-11-26,2026-12-26,"Over weight, no charge",-1.00,5.45,200,"Zero Rated",CAD',
        '"Sample Bistro","kitchen@example.com",INV-000041,77,2026-11-26,2026-12-26,"Delivery on Thursday, Nov 26",1.00,12.00,200,"GST on Income",CAD',
        "",
      ].join("\r\n"),
    );
  });

  it("have credit notes with negative prices", () => {
    expect(accountingRows("xero", [creditNote], usualSettings)[1]?.slice(7, 9)).toEqual([
      "0.50",
      "-25.00",
    ]);
  });
});

describe("documents with figures that an accounting program would calculate differently", () => {
  it.each([
    ["a line", { lines: [goods("Stew", "1.00", "9.35", "9.34")], subtotal: "9.34" }],
    ["the sum", { subtotal: "170.97" }],
    ["the taxes", { taxes: [{ taxCode: "G", amount: "0.61" } as const] }],
  ])("are refused: %s", (_, wrong) => {
    const act = () => accountingRows("xero", [invoice, { ...invoice, ...wrong }], usualSettings);
    expect(act).toThrow(Refusal);
    expect(act).toThrow("INV-000041");
  });
});
