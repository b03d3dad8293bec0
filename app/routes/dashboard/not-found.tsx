import { data } from "react-router";
import type { MetaPlace } from "#app/domain/settings/use-company.ts";
import { NothingHere } from "../signed-in-error.tsx";
import { signedInMeta } from "../signed-in-page.tsx";
import { usefulLinks } from "./frame/navigation.tsx";

export const meta = (args: MetaPlace) => signedInMeta(args, "Page not found");

export const loader = () => data(null, { status: 404 });

/** Unknown paths below /dashboard. */
export default function NotFound() {
  return <NothingHere ways={usefulLinks} />;
}
