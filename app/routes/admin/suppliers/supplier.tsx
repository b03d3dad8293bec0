import { data, Link, redirect } from "react-router";
import { AnsweredForm, SubmitButton } from "#app/components/form/answered-form.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { Moment } from "#app/components/moment.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { TextLink } from "#app/components/page/text-link.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffMay } from "#app/domain/access/capability.ts";
import { listReceipts } from "#app/domain/receiving/receipts.server.ts";
import type {
  ReceiptSummary,
  ReceivedProduct,
  SupplierCode,
} from "#app/domain/receiving/receiving.ts";
import {
  codesOf,
  receivedProducts,
  setSupplierCode,
} from "#app/domain/receiving/supplier-codes.server.ts";
import {
  supplierFailed,
  supplierSchema,
  supplierValues,
} from "#app/domain/receiving/supplier-form.ts";
import { getSupplier, updateSupplier } from "#app/domain/receiving/suppliers.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { HistoryList } from "#app/features/history/history-list.tsx";
import { SupplierForm, sendSupplier } from "#app/features/receiving/supplier-fields.tsx";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { accepted, checkForm } from "#app/lib/form/check-form.ts";
import { lookUp, orNull } from "#app/lib/or-null.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { NotThere } from "../receiving/not-there.tsx";
import { receiverWith } from "../receiving/receiver.server.ts";
import type { Route } from "./+types/supplier.ts";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(args, args.loaderData?.supplier?.name ?? "Supplier not found");

const doneParameters = ["added", "saved"];

const latest = 10;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = receiverWith(context);
  const id = params.id.toLowerCase();
  const found = await lookUp(getSupplier(db, staff, id), log, "load a supplier");
  const { value: supplier, isMissing, status } = found;
  const said = url.searchParams.has("added")
    ? "Supplier added"
    : url.searchParams.has("saved")
      ? "Supplier saved"
      : null;
  const facts = { isMissing, said, mayMap: staffMay(staff, "pack") };
  if (!supplier) {
    return data(
      { supplier, codes: [], products: [], receipts: null, history: null, ...facts },
      { status },
    );
  }
  const [codes, products, receipts, history] = await Promise.all([
    codesOf(db, staff, id),
    receivedProducts(db, staff),
    orNull(listReceipts(db, staff, { supplierId: id, limit: latest }), log, "list receipts"),
    orNull(
      listHistory(db, staff, { entity: "supplier", entityId: id }),
      log,
      "load a supplier's history",
    ),
  ]);
  return data(
    { supplier, codes, products, receipts: receipts?.rows ?? null, history, ...facts },
    { status },
  );
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    { failed: supplierFailed, log: "changing a supplier failed" },
    async (fields, { db }) => {
      const id = args.params.id.toLowerCase();
      if (fields.code !== undefined) {
        const staff = staffWith(args.context, "pack");
        await setSupplierCode(db, staff, id, fields.code, fields.product || null);
      } else {
        const facts = accepted(checkForm(supplierSchema, fields));
        const version = /^\d{1,9}$/.test(fields.version ?? "") ? Number(fields.version) : -1;
        await updateSupplier(db, receiverWith(args.context), { id, version }, facts);
      }
      return redirect(`/admin/suppliers/${id}?saved`);
    },
  );

export const clientAction = (sent: Route.ClientActionArgs) => sendSupplier(sent);

export default function SupplierPage({ loaderData, actionData }: Route.ComponentProps) {
  const { supplier, codes, products, receipts, history, isMissing, said, mayMap } = loaderData;
  if (!supplier) return <NotThere what="supplier" to="/admin/suppliers" isMissing={isMissing} />;
  return (
    <>
      <PageHeader
        before={<BackLink to="/admin/suppliers" where="to the suppliers" />}
        title={<span className="break-words">{supplier.name}</span>}
      />
      {said && <FlashMessage title={said} parameters={doneParameters} className="mt-6" />}
      <SupplierForm values={supplierValues(supplier)} answer={actionData} />
      <Receipts receipts={receipts} supplier={supplier.name} lots={supplier.lots} />
      <Codes codes={codes} products={products} mayMap={mayMap} />
      <HistoryList
        entries={history}
        begin={{ at: supplier.createdAt, text: "Supplier added" }}
        className="mt-12 max-w-3xl"
      />
    </>
  );
}

function Receipts({
  receipts,
  supplier,
  lots,
}: {
  receipts: ReceiptSummary[] | null;
  supplier: string;
  lots: number;
}) {
  return (
    <Section id="receipts" title="Received from it" look="spaced" className="mt-12 max-w-3xl">
      {!receipts || receipts.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-soft">
          {receipts ? "Nothing yet." : "The receipts could not be loaded."}
        </p>
      ) : (
        <ul className="border-t border-ink">
          {receipts.map(({ id, number, at, lb, invoiceNumber }) => (
            <li
              key={id}
              className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2.5"
            >
              <span>
                <Link to={`/admin/receiving/${id}`} className="link font-semibold">
                  Receipt {number}
                </Link>{" "}
                {invoiceNumber && `invoice ${invoiceNumber}, `}
                <Moment at={at} />
              </span>
              <span className="tabular-nums">{formatLb(Number(lb))}</span>
            </li>
          ))}
        </ul>
      )}
      {lots > 0 && (
        <p className="mt-3">
          <TextLink to={`/admin/lots?q=${encodeURIComponent(supplier)}`}>
            {lots === 1 ? "1 lot" : `${lots} lots`}
          </TextLink>{" "}
          of this name
        </p>
      )}
    </Section>
  );
}

interface CodesProps {
  codes: SupplierCode[];
  products: ReceivedProduct[];
  mayMap: boolean;
}

function Codes({ codes, products, mayMap }: CodesProps) {
  return (
    <section aria-labelledby="codes" className="mt-12 max-w-3xl">
      <h2 id="codes" className="mb-2 text-title">
        Codes on its cartons
      </h2>
      <p className="mb-4 text-ink-soft">
        Asked once, when a carton is scanned first. Forget one, and it is asked again.
      </p>
      {codes.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-soft">None yet.</p>
      ) : (
        <ul className="border-t border-ink">
          {codes.map(({ code, productId, productName }) => (
            <li key={code} className="border-b border-rule py-3">
              {mayMap ? (
                <AnsweredForm answer={undefined} className="flex flex-wrap items-end gap-3">
                  <input type="hidden" name="code" value={code} />
                  <SelectField
                    label={code}
                    name="product"
                    key={productId}
                    defaultValue={productId}
                    className="min-w-0 grow"
                    options={products.map(({ id, name }) => [id, name])}
                  >
                    <option value="">Forget this code</option>
                    {!products.some(({ id }) => id === productId) && (
                      <option value={productId}>{productName}</option>
                    )}
                  </SelectField>
                  <SubmitButton variant="secondary" aria-label={`Save code ${code}`}>
                    Save
                  </SubmitButton>
                </AnsweredForm>
              ) : (
                `${code}: ${productName}`
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
