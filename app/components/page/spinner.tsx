import { clsx } from "clsx/lite";

interface SpinnerProps {
  /** What is being waited for, read out to screen readers. */
  label?: string;
  /** Shows the label beside the ring instead of only reading it out. */
  showLabel?: boolean;
  className?: string;
}

/** The ring alone, for inside a control that already says it is busy. Sized by its font (1em). */
export function SpinnerRing({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-block size-[1em] animate-spin rounded-full border-2 border-current border-r-transparent",
        className,
      )}
    />
  );
}

/** A wait that is announced (`role="status"`). For a layout whose shape is known use a skeleton. */
export function Spinner({ label = "Loading...", showLabel = false, className }: SpinnerProps) {
  return (
    <span role="status" className={clsx("inline-flex items-center gap-3 text-ink-soft", className)}>
      <SpinnerRing className="text-[1.25em] text-oxblood" />
      <span className={showLabel ? undefined : "sr-only"}>{label}</span>
    </span>
  );
}
