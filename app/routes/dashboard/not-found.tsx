import { data } from "react-router";
import { NothingHere } from "../desk-error.tsx";
import { deskMeta } from "../desk-page.tsx";
import { waysOn } from "./frame/navigation.tsx";

export const meta = () => deskMeta("Page not found");

export const loader = () => data(null, { status: 404 });

/** Unknown paths below /dashboard. */
export default function NotFound() {
  return <NothingHere ways={waysOn} />;
}
