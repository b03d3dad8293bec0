import { clsx } from "clsx/lite";
import { Check } from "lucide";
import { data } from "react-router";
import { SecondaryButton } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { BackLink } from "#app/components/page/back-link.tsx";
import { PageHeader } from "#app/components/page/page-header.tsx";
import { Table, Td, Th } from "#app/components/table.tsx";
import { placeShots, productCrop, productShots, shotRules } from "#app/content/shots.ts";
import { requestContext } from "#app/context.server.ts";
import { ownPlaces } from "#app/domain/catalogue/placement/own-images.server.ts";
import { type OwnPlace, shotsOf, stateOf } from "#app/domain/catalogue/placement/own-images.ts";
import { ownGroups } from "#app/features/images/own/own-list.tsx";
import { imageEditorContext, requireImageEditor } from "#app/guards/guards.server.ts";
import { orNull, statusOf } from "#app/lib/or-null.ts";
import { LoadFailure } from "#app/routes/load-failure.tsx";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { imageShots } from "#db/schema/values/images.ts";
import type { Route } from "./+types/shot-list.ts";
import { ownImagesPath } from "./images-address.ts";

export const middleware: Route.MiddlewareFunction[] = [requireImageEditor];

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Shot list");

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log, shop } = context.get(requestContext);
  const editor = context.get(imageEditorContext);
  const own = await orNull(ownPlaces(db, editor), log, "list the pictures to take");
  return data({ own, company: shop.company.name }, statusOf(own));
}

/** The photographer's shot list, with finished shots ticked; to print or send as a PDF. */
export default function ShotList({ loaderData: { own, company } }: Route.ComponentProps) {
  const products = own ? ownGroups([], own.products) : [];
  return (
    <>
      <PageHeader
        before={
          <span className="print:hidden">
            <BackLink to={ownImagesPath}>Your pictures</BackLink>
          </span>
        }
        title={`Shot list, ${company}`}
        actions={
          <span className="print:hidden">
            <SecondaryButton onClick={() => window.print()}>Print or save as PDF</SecondaryButton>
          </span>
        }
      />
      {!own && (
        <div className="mt-8">
          <LoadFailure message="The pictures could not be loaded. Please try again." />
        </div>
      )}
      {own && (
        <>
          <h2 className="mt-8 text-title">For every picture</h2>
          <ul className="mt-2 max-w-3xl list-disc pl-5">
            {shotRules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>

          <h2 className="mt-8 text-title">Pages</h2>
          <ul className="mt-3 border-t border-ink">
            {own.pages.map((place) => (
              <PageShot key={place.id} own={place} />
            ))}
          </ul>

          <h2 className="mt-10 text-title print:break-before-page">Products</h2>
          <dl className="mt-3 grid gap-x-8 gap-y-3 border-t border-ink pt-4 md:grid-cols-2">
            {imageShots.map((shot) => (
              <div key={shot}>
                <dt className="font-semibold">{productShots[shot].label}</dt>
                <dd>{productShots[shot].composition}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-3 max-w-3xl">
            Each {productCrop.size}. {productCrop.crop} The file name is that of the cut, then -raw,
            -cooked, -hand or -thickness.
          </p>
          {products.map(({ title, places }) => (
            <section key={title} className="mt-6 break-inside-avoid">
              <h3 className="mb-2 text-base font-semibold">{title}</h3>
              <ProductShots title={title} products={places} />
            </section>
          ))}
        </>
      )}
    </>
  );
}

function Box({ isDone, what }: { isDone: boolean; what: string }) {
  return (
    <span
      role="img"
      aria-label={`${what}: ${isDone ? "done" : "to do"}`}
      className={clsx(
        "inline-grid size-5 shrink-0 place-items-center border",
        isDone ? "border-delivered text-delivered" : "border-ink",
      )}
    >
      {isDone && <Icon of={Check} className="size-4" />}
    </span>
  );
}

function PageShot({ own }: { own: OwnPlace }) {
  const shot = placeShots[own.id];
  return (
    <li className="flex gap-4 border-b border-rule py-3 break-inside-avoid">
      <Box isDone={stateOf(own) === "yours"} what={own.label} />
      <div className="min-w-0 max-w-3xl">
        <p className="font-semibold">{own.label}</p>
        {shot && (
          <>
            <p>{shot.composition}</p>
            <p className="text-sm text-ink-soft">
              {shot.crop.replace(/\.$/, "")}; {shot.size}. File name: {own.fileName}.jpg
            </p>
          </>
        )}
      </div>
    </li>
  );
}

function ProductShots({ title, products }: { title: string; products: readonly OwnPlace[] }) {
  return (
    <Table
      label={`Pictures of ${title}`}
      columns={[
        "Product",
        ...imageShots.map((shot) => ({
          head: productShots[shot].label,
          className: "w-20 text-center",
        })),
        "File name",
      ]}
    >
      {products.map((own) => {
        const done = shotsOf(own);
        return (
          <tr key={own.id} className="break-inside-avoid">
            <Th scope="row">{own.label}</Th>
            {imageShots.map((shot) => (
              <Td key={shot} className="text-center">
                <Box
                  isDone={done.has(shot)}
                  what={`${own.label}, ${productShots[shot].label.toLowerCase()}`}
                />
              </Td>
            ))}
            <Td className="text-sm text-ink-soft">{own.fileName}-raw.jpg</Td>
          </tr>
        );
      })}
    </Table>
  );
}
