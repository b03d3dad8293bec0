import { useRef } from "react";
import { data } from "react-router";
import { EmptyState } from "#app/components/page/empty-state.tsx";
import { requestContext } from "#app/context.server.ts";
import { labelSettings, voidedLabel } from "#app/domain/packages/labels/label-settings.ts";
import { packageLabel } from "#app/features/packing/papers/package-label.server.ts";
import { staffWith } from "#app/guards/guards.server.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { signedInMeta } from "#app/routes/signed-in-page.tsx";
import { fullScreenHandle } from "../full-screen.ts";
import type { Route } from "./+types/label.ts";

/** The page has nothing but the label. */
export const handle = fullScreenHandle;

export const meta: Route.MetaFunction = (args) => signedInMeta(args, "Label");

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, shop, settings } = context.get(requestContext);
  const asked = { orderId: params.id, packageId: params.package };
  const staff = staffWith(context, "pack");
  const found = await packageLabel(db, staff, asked, shop.company, settings.get(labelSettings));
  const isPrinted = url.searchParams.has("print");
  if (!found || found === "voided") {
    const none = { label: null, isVoided: found === "voided", isPrinted };
    return data(none, { status: found ? 410 : 404 });
  }
  const { name, netLb } = found.label;
  const image = `/admin/packing/${params.id}/papers/label-${params.package}.png`;
  return data({ label: { name: name.en, netLb, image }, isVoided: false, isPrinted });
}

/**
 * A package's label, on a page of its size. With `?print` it prints itself and closes; without a
 * dialog in a browser started for that (docs/running.md).
 */
export default function LabelPage({ loaderData }: Route.ComponentProps) {
  const { label, isVoided, isPrinted } = loaderData;
  const wasPrinted = useRef(false);
  if (!label) {
    const title = isVoided ? "This package was taken back" : "There is no such package";
    return (
      <EmptyState titleAs="h1" title={title}>
        {isVoided && <p>{voidedLabel}</p>}
      </EmptyState>
    );
  }
  function printOnce() {
    if (!isPrinted || wasPrinted.current) return;
    wasPrinted.current = true;
    window.addEventListener("afterprint", () => window.opener && window.close(), { once: true });
    window.print();
  }
  const words = `Label of ${label.name}, ${formatLb(Number(label.netLb))}`;
  return (
    <div className="label-page">
      <h1 className="sr-only">{words}</h1>
      <img
        src={label.image}
        alt={words}
        width={812}
        height={609}
        // An image that loaded before hydration has fired its event already.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) printOnce();
        }}
        onLoad={printOnce}
      />
    </div>
  );
}
