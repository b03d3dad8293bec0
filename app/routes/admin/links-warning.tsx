import { useFrameFacts } from "./use-frame-facts.ts";

interface LinksWarningProps {
  className?: string;
  then?: string;
}

/** Warns about links for others while the shop has no public address. */
export function LinksWarning({ className, then = "invite people" }: LinksWarningProps) {
  if (!useFrameFacts()?.isOnlyHere) return null;
  return (
    <p className={className}>
      <strong className="font-semibold text-cancelled">
        The link will open on this computer alone:
      </strong>{" "}
      the shop has no web address yet that others can open. Ask whoever set the shop up to give it
      one, and {then} after that.
    </p>
  );
}
