import { clsx } from "clsx/lite";
import { ScaleRule } from "./scale-rule.tsx";

interface WordmarkProps {
  shortName: string;
  rest: string;
  /** `bar` for the navigation bar, `plate` for the footer and other places with room. */
  size?: "bar" | "plate";
  className?: string;
  /** URL of a logo that replaces the type. */
  logo?: string | null;
}

/** The brand in type: the name, with the scale's graduations and the trade below. */
export function Wordmark({ shortName, rest, size = "bar", className, logo }: WordmarkProps) {
  if (logo) {
    return (
      <img
        src={logo}
        alt={`${shortName} ${rest}`}
        className="block h-10 w-auto max-w-44 object-contain"
      />
    );
  }
  const plate = size === "plate";
  return (
    <span className={clsx("inline-block font-display leading-none", className)}>
      <span
        className={clsx(
          "block font-bold tracking-[-0.025em]",
          plate
            ? "text-[clamp(1.875rem,1.3rem+1.7vw,2.75rem)]"
            : "text-[1.1875rem] sm:text-[1.375rem]",
        )}
      >
        {shortName}{" "}
      </span>
      <span className={clsx("flex items-start gap-2", plate ? "mt-3.5" : "mt-[0.4375rem]")}>
        <ScaleRule className={clsx("grow", plate ? "" : "max-h-[0.4375rem]")} />
        <span
          className={clsx(
            "font-sans leading-none font-semibold",
            plate ? "text-sm" : "text-[0.6875rem]",
          )}
        >
          {rest}
        </span>
      </span>
    </span>
  );
}
