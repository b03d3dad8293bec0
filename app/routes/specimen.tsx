import { ShoppingBag } from "lucide";
import { type ReactNode, useState } from "react";
import { Accordion } from "#app/components/accordion.tsx";
import { Badge } from "#app/components/badge.tsx";
import { Button } from "#app/components/button.tsx";
import { ButtonLink } from "#app/components/button-link.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { TextArea, TextField } from "#app/components/form/field.tsx";
import { QuantityStepper } from "#app/components/form/quantity-stepper.tsx";
import { Icon } from "#app/components/icon.tsx";
import { ConfirmDialog } from "#app/components/overlay/confirm-dialog.tsx";
import { Dialog } from "#app/components/overlay/dialog.tsx";
import { Drawer } from "#app/components/overlay/drawer.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Pagination } from "#app/components/page/pagination.tsx";
import { Skeleton, SkeletonText } from "#app/components/page/skeleton.tsx";
import { Spinner } from "#app/components/page/spinner.tsx";
import { PriceTag } from "#app/components/price-tag.tsx";
import { ScaleDial } from "#app/components/scale-dial.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#app/components/tabs.tsx";
import { toast } from "#app/components/toast/toast-store.ts";
import { Toaster } from "#app/components/toast/toaster.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";
import { ProductImage } from "#app/domain/catalogue/pictures/product-image.tsx";
import { useCompany } from "#app/domain/settings/use-company.ts";

const colours =
  "bg-paper bg-paper-light bg-paper-deep bg-kraft bg-rule bg-rule-strong bg-brass bg-ink-soft bg-ink bg-oxblood bg-oxblood-deep".split(
    " ",
  );

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid-page gap-y-6 border-t border-rule py-10">
      <h2 className="col-span-12 text-title lg:col-span-3">{title}</h2>
      <div className="col-span-12 min-w-0 space-y-6 lg:col-span-9">{children}</div>
    </section>
  );
}

function Buttons() {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button>Add to Cart</Button>
      <Button variant="secondary">Wholesale Info</Button>
      <Button variant="quiet">Continue Shopping</Button>
      <Button variant="danger">Cancel Order</Button>
      <Button pending>Send Message</Button>
      <Button disabled>Added to Cart</Button>
      <Button size="sm">Fulfill</Button>
      <Button size="lg">Shop Now</Button>
      <Button variant="quiet" size="icon" aria-label="Cart">
        <Icon of={ShoppingBag} className="size-5" />
      </Button>
      <ButtonLink to="/specimen" variant="secondary">
        A link as a button
      </ButtonLink>
    </div>
  );
}

function Panels() {
  const [shown, show] = useState("");
  const [quantity, setQuantity] = useState(1);
  const bind = (name: string) => ({
    open: shown === name,
    onOpenChange: (open: boolean) => show(open ? name : ""),
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <QuantityStepper of="Ribeye Steak" value={quantity} onChange={setQuantity} max={10_000} />
      <QuantityStepper
        of="Beef Brisket"
        value={quantity}
        onChange={setQuantity}
        max={10_000}
        unit="lb"
        size="sm"
      />
      <Button onClick={() => show("dialog")}>Dialog</Button>
      <Button onClick={() => show("confirm")}>Confirm</Button>
      <Button onClick={() => show("drawer")}>Drawer</Button>
      <Button onClick={() => toast({ title: "Cart cleared", description: "All items removed" })}>
        Toast
      </Button>
      <Button onClick={() => toast({ title: "Upload failed", variant: "destructive" })}>
        Failure
      </Button>
      <Dialog {...bind("dialog")} title="Client" actions={<Button>Save</Button>}>
        <SkeletonText lines={4} />
      </Dialog>
      <ConfirmDialog
        {...bind("confirm")}
        title="Are you sure you want to cancel this order?"
        confirmLabel="Cancel Order"
        cancelLabel="Keep Order"
        tone="danger"
        onConfirm={() => show("")}
      />
      <Drawer {...bind("drawer")} title="Your Cart (0 items)" footer={<Button>Checkout</Button>}>
        <EmptyState title="Your cart is empty">Add some premium cuts to get started</EmptyState>
      </Drawer>
    </div>
  );
}

function Fields() {
  return (
    <form className="grid gap-6 md:grid-cols-2">
      <TextField label="Company" required hint="As it appears on your invoices." />
      <TextField
        label="Email"
        type="email"
        defaultValue="kitchen"
        error="Enter an email address."
      />
      <SelectField label="Business type" required>
        <option>Butcher</option>
        <option>Restaurant</option>
      </SelectField>
      <TextField label="Weekly volume" optional disabled value="120 lb" readOnly />
      <TextArea label="Notes" optional className="md:col-span-2" />
      <Checkbox label="Only products that are active" />
    </form>
  );
}

export default function Specimen() {
  const company = useCompany();
  return (
    <main className="page-width pb-24">
      <title>Style specimen</title>
      <PageHeader
        size="page"
        title="Sold by the hundredweight, priced by the pound"
        lede={company.blurb}
        before={<BackLink to="/">Home</BackLink>}
        actions={<Wordmark shortName={company.shortName} rest={company.nameSuffix} />}
      />
      <Section title="Colour">
        <ul className="grid grid-cols-3 sm:grid-cols-6">
          {colours.map((name) => (
            <li key={name} className="text-xs text-ink-soft">
              <div className={`h-20 ${name}`} />
              {name.slice(3)}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Type">
        <p className="font-display text-poster font-bold">Prime rib</p>
        <p className="font-display text-display font-semibold">Striploin, dry and dark</p>
        <p className="font-display text-heading font-semibold">Cuts from the loin</p>
        <p className="font-display text-title font-semibold">You Might Also Like</p>
        <p className="max-w-2xl">
          Running text is set in Libre Franklin, with{" "}
          <a href="#type" className="link">
            links underlined
          </a>{" "}
          by a brass hairline. Figures in tables share one width: 1,024.50 lb.
        </p>
        <div className="flex flex-wrap items-baseline gap-10">
          <PriceTag price="$24.99/lb" size="lg" />
          <PriceTag price="$8.49/lb" />
          <PriceTag price="$112.00" size="sm" />
        </div>
      </Section>
      <Section title="Buttons">
        <Buttons />
        <div className="surface-oxblood p-6">
          <Buttons />
        </div>
        <div className="surface-ink relative overflow-hidden p-6 pr-48">
          <ScaleDial className="absolute top-1/2 left-full w-72 -translate-x-1/2 -translate-y-1/2" />
          <Buttons />
        </div>
      </Section>
      <Section title="Forms">
        <Fields />
      </Section>
      <Section title="Quantity and panels">
        <Panels />
      </Section>
      <Section title="Tabs and accordion">
        <Tabs defaultValue="Chuck">
          <TabList label="Cuts">
            {["All Products", "Chuck", "Prime Rib", "Loin", "Sirloin", "Round", "Ground Beef"].map(
              (name) => (
                <Tab key={name} value={name}>
                  {name}
                </Tab>
              ),
            )}
          </TabList>
          <TabPanel value="Chuck">Chuck, from the shoulder.</TabPanel>
        </Tabs>
        <Accordion
          items={[
            { id: "1", title: "How long does it keep?", content: "Six to twelve months, frozen." },
            { id: "2", title: "Where do you ship?", content: "Across British Columbia." },
          ]}
        />
      </Section>
      <Section title="Data">
        <Table
          label="Orders"
          columns={["Order ID", "Date", { head: "Total", numeric: true }, "Status"]}
        >
          {(["pending", "fulfilled", "delivered", "cancelled", "plain"] as const).map((tone) => (
            <tr key={tone}>
              <Th scope="row">3f9a01c2…</Th>
              <Td>Nov 12, 2025</Td>
              <Td numeric>$1,204.50</Td>
              <Td>
                <Badge tone={tone}>{tone}</Badge>
              </Td>
            </tr>
          ))}
        </Table>
        <Pagination label="Pages of orders" prevHref="?page=1" nextHref="?page=3" info="21–40" />
      </Section>
      <Section title="Waiting, failing, nothing">
        <Spinner label="Loading products..." showLabel />
        <div className="grid grid-cols-2 gap-6">
          <Skeleton className="aspect-4/3" />
          <ProductImage src={null} name="Ribeye Steak" />
        </div>
        <Notice tone="error" title="Failed to load products. Please try again later." />
        <Notice tone="success" title="Message sent" action={<Button size="sm">Again</Button>}>
          Thank you for contacting us.
        </Notice>
        <EmptyState title="No orders found" action={<Button variant="secondary">Clear</Button>} />
      </Section>
      <Toaster />
    </main>
  );
}
