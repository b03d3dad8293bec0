import { data, Form, Link, redirect } from "react-router";
import { Button, buttonClass } from "#app/components/button.tsx";
import { DownloadLink } from "#app/components/download/download-link.tsx";
import { SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, CountField } from "#app/components/form/field.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Section } from "#app/components/page/section.tsx";
import { FlashMessage } from "#app/components/toast/flash-message.tsx";
import type { RequestContext } from "#app/context.server.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { findProducts, getProductChoice } from "#app/domain/catalogue/products-admin.server.ts";
import { askUnderCost } from "#app/domain/margins/under-cost.server.ts";
import { baseColumn, readCell } from "#app/domain/pricing/editing/price-cell.ts";
import {
  addOwnPrice,
  assignList,
  clientOfPrices,
  endOwnPrice,
  getOwnPrices,
  namesOfPriceLists,
  type OwnPrices,
  unassignList,
} from "#app/domain/pricing/editing/price-lists.server.ts";
import { isOwner, staffRequest, staffWith } from "#app/guards/guards.server.ts";
import { requireRecentProof } from "#app/guards/recent-proof.server.ts";
import { formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { answerForm } from "#app/routes/answer-form.server.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { daysInWords } from "../prices/price-words.ts";
import type { Route } from "./+types/client-prices.ts";
import { NewOwnPrice, type ProductToPrice } from "./new-own-price.tsx";

export const meta: Route.MetaFunction = (args) =>
  signedInMeta(
    args,
    args.loaderData?.name ? `Prices of ${args.loaderData.name}` : "Client not found",
  );

export async function loader({ context, params: { id }, url }: Route.LoaderArgs) {
  const { db, log, staff } = staffRequest(context, "prices");
  const name = await clientOfPrices(db, staff, id);
  const today = pacificDay(new Date());
  const done = doneParameters.find((one) => url.searchParams.has(one)) ?? null;
  if (!name) {
    return data({ name, today, done, own: null, lists: null, product: null }, { status: 404 });
  }
  const search = url.searchParams.get("q") ?? "";
  const [own, lists, found, chosen] = await Promise.all([
    orNull(getOwnPrices(db, staff, id), log, "load a client's prices"),
    orNull(namesOfPriceLists(db, staff), log, "list price lists"),
    orNull(findProducts(db, staff, search), log, "find products to price"),
    orNull(
      getProductChoice(db, staff, url.searchParams.get("product") ?? ""),
      log,
      "load a product to price",
    ),
  ]);
  const product: ProductToPrice = { search, found, chosen };
  return data({ name, today, done, own, lists, product }, statusOf(own, lists, found));
}

export const action = (args: Route.ActionArgs) =>
  answerForm(
    args,
    {
      failed: "This could not be saved. Please try again.",
      log: "changing a client's prices failed",
      proof: requireRecentProof,
    },
    async (values, { db }) => {
      const { id: customerId } = args.params;
      const staff = staffWith(args.context, "prices");
      if (!(await clientOfPrices(db, staff, customerId))) {
        throw new Refusal("gone", "There is no client with this ID.");
      }
      await changePrices(db, staff, customerId, values);
      const done = doneParameters.find((one) => one === values.intent);
      return redirect(`/admin/clients/${customerId}/prices${done ? `?${done}` : ""}`);
    },
  );

const said = {
  take: "List taken away",
  give: "List given",
  end: "Price ended",
  add: "Price added",
};
const doneParameters = Object.keys(said) as (keyof typeof said)[];

async function changePrices(
  db: RequestContext["db"],
  staff: Staff<"prices">,
  customerId: string,
  values: Record<string, string>,
): Promise<void> {
  const { intent, listId = "", productId = "" } = values;
  const refuse = (errors: Record<string, string[]>) =>
    new Refusal("invalid", invalidMessage, { errors });
  if (intent === "take") await unassignList(db, staff, { customerId, listId });
  if (intent === "end") {
    const endsOn = daysAfter(pacificDay(new Date()), -1);
    await endOwnPrice(db, staff, { customerId, id: values.price ?? "", endsOn });
  }
  if (intent === "give") {
    const rank = /^\d{1,3}$/.test(values.rank ?? "") ? Number(values.rank) : 0;
    if (rank < 1 || rank > 100) throw refuse({ rank: ["Please enter a place from 1 to 100"] });
    await assignList(db, staff, { customerId, listId, rank });
  }
  if (intent === "add") {
    const { cell, error } = readCell(values.pricePerLb ?? "", baseColumn);
    const startsOn = dayIn(values.startsOn ?? "");
    const endsOn = values.endsOn ? dayIn(values.endsOn) : null;
    const pricePerLb = cell?.pricePerLb;
    if (!pricePerLb || !startsOn || endsOn === undefined) {
      throw refuse({
        ...(error && { pricePerLb: ["Please enter dollars per lb, for instance 24.99"] }),
        ...(!startsOn && { startsOn: ["Please enter a day"] }),
        ...(endsOn === undefined && { endsOn: ["Please enter a day, or nothing"] }),
      });
    }
    const note = (values.note ?? "")
      .replace(/\p{Cc}+/gu, " ")
      .toWellFormed()
      .trim()
      .slice(0, 500);
    const price = { customerId, productId, pricePerLb, startsOn, endsOn, note };
    if (isOwner(staff)) await askUnderCost(db, staff, values, [price]);
    await addOwnPrice(db, staff, price);
  }
}

export default function ClientPrices({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, today, own, lists, product, done } = loaderData;
  if (!name) {
    return (
      <EmptyState
        titleAs="h1"
        title="Client not found"
        way={{ to: "/admin/clients", label: "All clients" }}
      >
        <p>There is no client with this ID. The link may be mistyped.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader
        before={<BackLink to={`/admin/clients/${params.id}`}>{name}</BackLink>}
        title="Prices of this client"
        actions={
          <DownloadLink
            href={`/admin/clients/${params.id}/prices.pdf`}
            className={buttonClass({ variant: "secondary" })}
          >
            Price list (PDF)
          </DownloadLink>
        }
      />
      {done && <FlashMessage title={said[done]} parameters={doneParameters} className="mt-6" />}
      {actionData?.message && (
        <Notice tone="error" title={actionData.message} className="mt-6 max-w-3xl" />
      )}
      {!own || !lists || !product ? (
        <LoadFailure message="The prices could not be loaded. Please try again." />
      ) : (
        <>
          <p className="mt-6 max-w-3xl text-ink-soft">
            For a day of delivery, a price of the client’s own comes first, then the first list with
            the product, then the catalogue.
          </p>
          <Lists own={own} lists={lists} today={today} answer={actionData} />
          <Prices own={own} today={today} />
          <NewOwnPrice product={product} today={today} answer={actionData} />
        </>
      )}
    </>
  );
}

interface PartProps {
  own: OwnPrices;
  today: string;
  answer: FormAnswer | undefined;
}

function Lists({
  own,
  lists,
  today,
  answer,
}: PartProps & { lists: readonly { id: string; name: string }[] }) {
  const given = new Set(own.lists.map(({ listId }) => listId));
  const others = lists.filter(({ id }) => !given.has(id));
  const isAnswered = answer?.values?.intent === "give";
  const next = String(Math.max(0, ...own.lists.map(({ rank }) => rank)) + 1);
  const field = (name: string) =>
    answeredField(isAnswered ? answer : { values: { rank: next } }, name);
  return (
    <Section id="own-lists" title="Lists" look="ruled" className="mt-10">
      {own.lists.length === 0 && <p className="mt-2 text-ink-soft">No list yet.</p>}
      <ol className="mt-2">
        {own.lists.map(({ listId, name, rank, startsOn, endsOn }) => (
          <li
            key={listId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-2"
          >
            <span className="wrap-anywhere">
              {rank}.{" "}
              <Link to={`/admin/prices/lists/${listId}`} className="link font-semibold">
                {name}
              </Link>{" "}
              <span className="text-sm text-ink-soft">{daysInWords(startsOn, endsOn, today)}</span>
            </span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="take" />
              <input type="hidden" name="listId" value={listId} />
              <Button type="submit" variant="quiet" size="sm">
                <span>
                  Take away<span className="sr-only"> {name}</span>
                </span>
              </Button>
            </Form>
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <Form method="post" preventScrollReset className="mt-4 flex flex-wrap items-end gap-4">
          <input type="hidden" name="intent" value="give" />
          <SelectField
            label="Give a list"
            {...field("listId")}
            className="w-64"
            options={others.map(({ id, name }) => [id, name])}
          />
          <CountField
            key={next}
            label="Place (1 is asked first)"
            {...field("rank")}
            required
            className="w-48"
          />
          <Button type="submit" variant="secondary">
            Give
          </Button>
        </Form>
      )}
    </Section>
  );
}

function Prices({ own, today }: Pick<PartProps, "own" | "today">) {
  return (
    <Section id="own-prices" title="Own prices" look="ruled" className="mt-12">
      {own.prices.length === 0 && <p className="mt-2 text-ink-soft">None yet.</p>}
      <ul className="mt-2">
        {own.prices.map(({ id, productName, pricePerLb, startsOn, endsOn, note }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-2"
          >
            <span className="wrap-anywhere">
              <span className="font-semibold">{productName}</span>{" "}
              <span className="tabular-nums">{formatPricePerLb(toCents(pricePerLb))}</span>{" "}
              <span className="text-sm text-ink-soft">
                {[daysInWords(startsOn, endsOn, today), note].filter(Boolean).join(" · ")}
              </span>
            </span>
            {(endsOn === null || endsOn >= today) && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="end" />
                <input type="hidden" name="price" value={id} />
                <Button type="submit" variant="quiet" size="sm">
                  <span>
                    End today<span className="sr-only"> the price of {productName}</span>
                  </span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
