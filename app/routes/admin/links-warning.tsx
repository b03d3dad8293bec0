import { useFrameFacts } from "./use-frame-facts.ts";

/** Said before an invitation is mailed while the shop has no address that others can open. */
export function LinksWarning({ className }: { className?: string }) {
  if (!useFrameFacts()?.isOnlyHere) return null;
  return (
    <p className={className}>
      <strong className="font-semibold text-cancelled">
        The link will open on this computer alone:
      </strong>{" "}
      the shop has no web address yet that others can open. Ask whoever set the shop up to give it
      one, and invite people after that.
    </p>
  );
}
