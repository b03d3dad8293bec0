import { Document, Page, renderToBuffer, Text, View } from "@react-pdf/renderer";
import { invoiceWords } from "#app/content/invoice.ts";
import { site } from "#app/content/site.ts";
import { formatDate } from "#app/lib/dates.ts";
import { formatCents, toCents } from "#app/lib/money.ts";
import { type InvoiceDocument, type InvoiceTotals, totalsOf } from "./invoice-document.ts";
import { settableText } from "./invoice-fonts.server.ts";
import { styles } from "./invoice-pdf-style.server.ts";
import { paymentDue } from "./payment-due.ts";
import { PdfScaleRule } from "./pdf-scale-rule.server.tsx";

/**
 * An invoice as a PDF on Letter paper, as many pages as it needs. The same invoice always gives the
 * same bytes. It keeps the processor busy: let `createInvoicePdfs` call it.
 *
 * @throws InvoiceContradictionError when its figures do not add up
 */
export async function renderInvoicePdf(asIssued: InvoiceDocument): Promise<Buffer> {
  const invoice = await settable(asIssued);
  const totals = totalsOf(invoice);
  return renderToBuffer(
    <Document
      title={`Invoice ${invoice.invoiceNumber}`}
      author={site.name}
      creator={site.name}
      producer={site.name}
      pdfVersion="1.7"
      language="en-CA"
      creationDate={invoice.issuedAt}
      modificationDate={invoice.issuedAt}
    >
      <Page size="LETTER" style={styles.page}>
        <View style={styles.content}>
          <Seller />
          <PdfScaleRule />
          <Text style={styles.title}>Invoice {invoice.invoiceNumber}</Text>
          <View style={styles.parties}>
            <BilledTo {...invoice.billedTo} />
            <Facts invoice={invoice} total={totals.total} />
          </View>
          <Lines invoice={invoice} totals={totals} />
        </View>
        <Foot invoiceNumber={invoice.invoiceNumber} />
      </Page>
    </Document>,
  );
}

function Seller() {
  const { street, city, region, postalCode, country } = site.address;
  return (
    <View style={styles.row}>
      <Text style={styles.sellerName}>{site.name}</Text>
      <View style={styles.sellerLines}>
        <Text>{street}</Text>
        <Text>{`${city}, ${region} ${postalCode}, ${country}`}</Text>
        <Text>{site.phone.display}</Text>
        <Text>{site.email}</Text>
        {invoiceWords.taxNumber && <Text>{invoiceWords.taxNumber}</Text>}
      </View>
    </View>
  );
}

function BilledTo({ company, contact, address, email }: InvoiceDocument["billedTo"]) {
  return (
    <View style={styles.billedTo}>
      <Text style={styles.label}>Billed to</Text>
      <Text style={styles.company}>{company || contact || email}</Text>
      {company && contact && <Text>{`Attn. ${contact}`}</Text>}
      {address && <Text>{address}</Text>}
      {(company || contact) && <Text>{email}</Text>}
    </View>
  );
}

function Facts({ invoice, total }: { invoice: InvoiceDocument; total: number }) {
  const facts = [
    ["Invoice date", formatDate(invoice.issuedAt)],
    // The first 8 characters, as on the screens (specification, section 9).
    ["Order number", invoice.orderId.slice(0, 8)],
    ["Order date", formatDate(invoice.placedAt)],
    ["Payment due", formatDate(paymentDue(invoice.issuedAt, invoiceWords.paymentDays))],
  ];
  return (
    <View style={styles.facts}>
      {facts.map(([label, value]) => (
        <View key={label} style={styles.fact}>
          <Text style={styles.soft}>{label}</Text>
          <Text>{value}</Text>
        </View>
      ))}
      <View style={styles.fact}>
        <Text style={styles.soft}>Amount due</Text>
        <Text style={styles.strong}>{formatCents(total)}</Text>
      </View>
    </View>
  );
}

function Lines({ invoice, totals }: { invoice: InvoiceDocument; totals: InvoiceTotals }) {
  const rows = totals.lines.map(({ number, productName, quantity, pricePerLb, cents }) => (
    <View key={number} style={styles.line} wrap={false}>
      <Text style={styles.number}>{number}</Text>
      <Text style={styles.item}>{productName}</Text>
      <Text style={styles.weight}>{formatWeight(quantity)}</Text>
      <Text style={styles.price}>{formatCents(toCents(pricePerLb))}</Text>
      <Text style={styles.amount}>{formatCents(cents)}</Text>
    </View>
  ));
  return (
    <View style={styles.table}>
      <View style={styles.head} fixed>
        <Text style={styles.number}>No.</Text>
        <Text style={styles.item}>Item</Text>
        <Text style={styles.weight}>Weight (lb)</Text>
        <Text style={styles.price}>Price per lb</Text>
        <Text style={styles.amount}>Amount</Text>
      </View>
      {rows.slice(0, -1)}
      {/* So that what follows the lines never stands alone on a page. */}
      <View wrap={false}>
        {rows.at(-1)}
        <View style={styles.end}>
          <Terms invoice={invoice} />
          <Totals {...totals} />
        </View>
      </View>
    </View>
  );
}

function Terms({ invoice }: { invoice: InvoiceDocument }) {
  const due = formatDate(paymentDue(invoice.issuedAt, invoiceWords.paymentDays));
  return (
    <View style={styles.terms}>
      <Text style={styles.strong}>{`Terms: net ${invoiceWords.paymentDays} days`}</Text>
      <Text>{`Please pay by ${due} and quote ${invoice.invoiceNumber}.`}</Text>
      <Text>{invoiceWords.currency}</Text>
      <Text>{invoiceWords.returns}</Text>
    </View>
  );
}

function Totals({ subtotal, gst, total }: InvoiceTotals) {
  return (
    <View style={styles.totals}>
      <View style={styles.totalLine}>
        <Text>Subtotal</Text>
        <Text style={styles.amount}>{formatCents(subtotal)}</Text>
      </View>
      <View style={styles.totalLine}>
        <Text>{invoiceWords.gst.label}</Text>
        <Text style={styles.amount}>{formatCents(gst)}</Text>
      </View>
      <Text style={styles.reason}>{invoiceWords.gst.reason}</Text>
      <View style={styles.total}>
        <Text>Total (CAD)</Text>
        <Text style={styles.totalFigure}>{formatCents(total)}</Text>
      </View>
    </View>
  );
}

function Foot({ invoiceNumber }: { invoiceNumber: string }) {
  return (
    <View style={styles.foot} fixed>
      <Text>{`${site.name} · Invoice ${invoiceNumber}`}</Text>
      <Text render={({ pageNumber, totalPages }) => `Page ${pageNumber} of ${totalPages}`} />
    </View>
  );
}

/** The same invoice in letters that the fonts have. */
async function settable(invoice: InvoiceDocument): Promise<InvoiceDocument> {
  const set = await settableText();
  const { company, contact, address, email } = invoice.billedTo;
  return {
    ...invoice,
    billedTo: {
      company: set(company),
      contact: set(contact),
      address: set(address),
      email: set(email),
    },
    lines: invoice.lines.map((line) => ({ ...line, productName: set(line.productName) })),
  };
}

const weightFormat = new Intl.NumberFormat("en-CA", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

function formatWeight(pounds: string): string {
  return weightFormat.format(pounds as `${number}`);
}
