import { data, Form, Link, redirect } from "react-router";
import { Button } from "#app/components/button.tsx";
import { Checkbox, SelectField } from "#app/components/form/choice-fields.tsx";
import { answeredField, TextField } from "#app/components/form/field.tsx";
import { Notice } from "#app/components/page/notice.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { SaidOnce } from "#app/components/toast/said-once.tsx";
import { requestContext } from "#app/context.server.ts";
import { staffWith } from "#app/features/auth/guards.server.ts";
import { requireRecentProof } from "#app/features/auth/proof/recent-proof.server.ts";
import {
  cellKey,
  dayOfBases,
  type GridPlan,
  raiseColumn,
  readGrid,
} from "#app/features/pricing/editing/price-form.ts";
import {
  cancelScheduled,
  getPriceGrid,
  listScheduled,
  type ScheduledPrice,
  savePrices,
} from "#app/features/pricing/editing/price-grid.server.ts";
import {
  createPriceList,
  listPriceLists,
  type PriceListSummary,
  PriceRefusedError,
} from "#app/features/pricing/editing/price-lists.server.ts";
import { formatFullDay, pacificDay } from "#app/lib/dates.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { formFields } from "#app/lib/form/submitted-form.ts";
import { formatPricePerLb, toCents } from "#app/lib/money.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import type { Route } from "./+types/prices.ts";
import { PriceGrid } from "./price-grid.tsx";
import { daysInWords, refusalInWords } from "./price-words.ts";

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Prices");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, log } = context.get(requestContext);
  const staff = staffWith(context, "prices");
  const [grid, lists, scheduled] = await Promise.all([
    orNull(getPriceGrid(db, staff), log, "load the prices"),
    orNull(listPriceLists(db, staff), log, "list price lists"),
    orNull(listScheduled(db, staff), log, "list scheduled prices"),
  ]);
  const done = url.searchParams.get("done");
  return data(
    { grid, lists, scheduled, done, today: pacificDay(new Date()) },
    statusOf(grid, lists, scheduled),
  );
}

interface ListAnswer {
  values: Record<string, string>;
  errors: Record<string, string[]>;
  message?: string;
}

interface PricesAnswer {
  plan?: GridPlan;
  list?: ListAnswer;
  message?: string;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  // The others only work out what the grid would become.
  await requireRecentProof({ request, context, url }, ({ intent = "" }) =>
    /^(list|cancel|save)$/.test(intent),
  );
  const { db, log, catalog } = context.get(requestContext);
  const staff = staffWith(context, "prices");
  const fields = await formFields(request);
  try {
    if (fields.intent === "list") {
      const { list, id } = await addList();
      return list
        ? data<PricesAnswer>({ list }, { status: 400 })
        : redirect(`/admin/prices?done=list#${id}`);
    }
    if (fields.intent === "cancel") {
      const { productId = "", appliesOn = "" } = fields;
      const wasThere = await cancelScheduled(db, staff, { productId, appliesOn });
      const message = "This price has taken effect or was taken back meanwhile.";
      return wasThere
        ? redirect("/admin/prices?done=cancelled")
        : data<PricesAnswer>({ message }, { status: 409 });
    }
    return await changePrices();
  } catch (error) {
    log.error({ err: error }, "changing prices failed");
    const message = "The prices could not be saved. Please try again.";
    const plan = fields.seen ? { ...readGrid(fields), message } : undefined;
    return data<PricesAnswer>(plan ? { plan } : { message }, { status: 503 });
  }

  async function changePrices() {
    const typed = readGrid(fields);
    if (fields.intent === "raise") {
      const { column = "", percent = "", step = "" } = fields;
      const plan = raiseColumn(typed, { column, percent, step });
      return data<PricesAnswer>({ plan }, { status: plan.message ? 400 : 200 });
    }
    const basesFrom = dayOfBases(typed.from, pacificDay(new Date()));
    const isRefused = Object.keys(typed.errors).length > 0 || basesFrom === undefined;
    if (fields.intent !== "save" || isRefused || typed.changes.length === 0) {
      const message = messageFor(typed, basesFrom === undefined);
      const plan = message ? { ...typed, message } : typed;
      return data<PricesAnswer>({ plan }, { status: isRefused ? 400 : 200 });
    }
    const conflicts = await savePrices(db, staff, typed.changes, basesFrom);
    if (conflicts.length === 0) {
      // Every server drops its catalogue cache when notified; this one must before it responds.
      catalog.drop();
      return redirect("/admin/prices?done=saved");
    }
    const errors = { ...typed.errors };
    const seen = { ...typed.seen };
    for (const { column, productId, stored } of conflicts) {
      const key = cellKey(column, productId);
      errors[key] = `A colleague saved ${stored || "no price"} meanwhile`;
      seen[key] = stored;
    }
    const message =
      "A colleague changed some of these prices while you were editing. Nothing was saved; saving again replaces the marked ones.";
    return data<PricesAnswer>({ plan: { ...typed, seen, errors, message } }, { status: 409 });
  }

  function messageFor({ errors, changes }: GridPlan, isNoDay: boolean): string | undefined {
    if (isNoDay) return "Please enter a day that is not past, for instance 2026-12-07.";
    if (Object.keys(errors).length > 0) return "Please correct the marked prices.";
    return changes.length === 0 ? "Nothing differs from what is saved." : undefined;
  }

  async function addList(): Promise<{ list?: ListAnswer; id?: string }> {
    const name = (fields.name ?? "")
      .replace(/[\s\p{Cc}]+/gu, " ")
      .toWellFormed()
      .trim();
    const startsOn = dayIn(fields.startsOn ?? "");
    const endsOn = fields.endsOn ? dayIn(fields.endsOn) : null;
    const errors: Record<string, string[]> = {};
    if (name === "" || name.length > 100)
      errors.name = ["Please enter a name of at most 100 characters"];
    if (!startsOn) errors.startsOn = ["Please enter a day"];
    if (endsOn === undefined) errors.endsOn = ["Please enter a day, or nothing"];
    if (fields.replaces === "yes" && !fields.copyOf)
      errors.copyOf = ["Please choose which one it replaces"];
    if (Object.keys(errors).length > 0 || !startsOn || endsOn === undefined) {
      return { list: { values: fields, errors } };
    }
    const copyOf = fields.copyOf || null;
    const replaces = fields.replaces === "yes";
    try {
      return { id: await createPriceList(db, staff, { name, startsOn, endsOn, copyOf, replaces }) };
    } catch (error) {
      if (!(error instanceof PriceRefusedError)) throw error;
      const message = refusalInWords[error.reason];
      if (error.reason === "name taken")
        return { list: { values: fields, errors: { name: [message] } } };
      return { list: { values: fields, errors, message } };
    }
  }
}

const doneText: Record<string, string> = {
  saved: "Prices saved",
  list: "Price list added",
  cancelled: "Scheduled price taken back",
};

const doneParameters = ["done"];

/** All prices: the catalogue's and those of lists, product by product. */
export default function Prices({ loaderData, actionData }: Route.ComponentProps) {
  const { grid, lists, scheduled, done, today } = loaderData;
  const said = doneText[done ?? ""];
  return (
    <>
      <PageHeader size="compact" title="Prices" />
      {said && <SaidOnce title={said} parameters={doneParameters} className="mt-6" />}
      {actionData?.message && <Notice tone="error" title={actionData.message} className="mt-6" />}
      {!grid || !lists || !scheduled ? (
        <LoadFailure message="The prices could not be loaded. Please try again." />
      ) : (
        <>
          <PriceGrid grid={grid} plan={actionData?.plan} today={today} />
          <Scheduled scheduled={scheduled} />
          <Lists lists={lists} answer={actionData?.list} today={today} />
        </>
      )}
    </>
  );
}

function Scheduled({ scheduled }: { scheduled: readonly ScheduledPrice[] }) {
  if (scheduled.length === 0) return null;
  return (
    <section aria-labelledby="scheduled" className="mt-14">
      <h2 id="scheduled" className="text-title">
        Catalogue prices to come
      </h2>
      <p className="mt-1 mb-4 max-w-2xl text-ink-soft">
        Orders for these days and later have them already; the shop shows them from midnight.
      </p>
      <Table label="Catalogue prices to come">
        <thead>
          <tr>
            <Th>Product</Th>
            <Th>From</Th>
            <Th numeric>Price</Th>
            <Th className="text-right">Action</Th>
          </tr>
        </thead>
        <tbody>
          {scheduled.map(({ productId, name, appliesOn, pricePerLb }) => (
            <tr key={`${productId} ${appliesOn}`}>
              <Th scope="row">{name}</Th>
              <Td className="whitespace-nowrap">{formatFullDay(appliesOn)}</Td>
              <Td numeric>{formatPricePerLb(toCents(pricePerLb))}</Td>
              <Td className="text-right">
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="cancel" />
                  <input type="hidden" name="productId" value={productId} />
                  <input type="hidden" name="appliesOn" value={appliesOn} />
                  <Button type="submit" variant="secondary" size="sm">
                    <span>
                      Take back<span className="sr-only"> the price of {name}</span>
                    </span>
                  </Button>
                </Form>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

interface ListsProps {
  lists: readonly PriceListSummary[];
  answer: ListAnswer | undefined;
  today: string;
}

function Lists({ lists, answer, today }: ListsProps) {
  const field = (name: string) => answeredField(answer ?? { values: { startsOn: today } }, name);
  return (
    <section aria-labelledby="lists" className="mt-14">
      <h2 id="lists" className="mb-4 text-title">
        Price lists
      </h2>
      {lists.length === 0 ? (
        <p className="border-t border-ink pt-4 text-ink-soft">
          No lists yet. A list has prices for several clients; you give it to a client on the
          client’s page.
        </p>
      ) : (
        <ul className="border-t border-ink">
          {lists.map(({ id, name, startsOn, endsOn, products, customers }) => (
            <li key={id} id={id} className="border-b border-rule py-3">
              <Link
                to={`/admin/prices/lists/${id}`}
                className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere"
              >
                {name}
              </Link>
              <p className="text-sm text-ink-soft">
                {daysInWords(startsOn, endsOn, today)} · {products}{" "}
                {products === 1 ? "product" : "products"} ·{" "}
                {customers.length === 0
                  ? "no clients"
                  : customers.map((customer) => customer.name).join(", ")}
              </p>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-8 font-display text-xl">New list</h3>
      <Form key={lists.length} method="post" preventScrollReset className="mt-3 max-w-3xl">
        <input type="hidden" name="intent" value="list" />
        <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
          <TextField label="Name" maxLength={100} autoComplete="off" {...field("name")} required />
          <SelectField label="Prices from" {...field("copyOf")}>
            <option value="">None yet</option>
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField label="First day of delivery" type="date" {...field("startsOn")} required />
          <TextField label="Last day" type="date" optional {...field("endsOn")} />
        </div>
        <Checkbox
          label="It replaces that list for its clients from the first day on"
          name="replaces"
          value="yes"
          defaultChecked={answer?.values.replaces === "yes"}
          className="mt-3"
        />
        {answer?.message && <Notice tone="error" title={answer.message} className="mt-4" />}
        <Button type="submit" variant="secondary" className="mt-4 flex">
          Add list
        </Button>
      </Form>
    </section>
  );
}
