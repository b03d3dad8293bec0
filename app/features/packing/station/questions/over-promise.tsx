import { useRef, useState } from "react";
import { Button } from "#app/components/button.tsx";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { telLink } from "#app/lib/browser/tel-link.ts";
import { lbOver, nameOf } from "../station-view.ts";
import type { PackingParts } from "../use-station.ts";

/** Asks what to do about weight beyond the promised maximum. */
export function OverPromise({ station, itemId }: { station: PackingParts; itemId: string }) {
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const noteField = useRef<HTMLInputElement>(null);
  const line = station.lines.find(({ id }) => id === itemId);
  if (!line) return null;
  const over = lbOver(line);
  const phone = station.phoneOf(line);
  return (
    <section aria-label="Over the maximum">
      {line.owner && <p className="font-semibold docked-low:hidden">{nameOf(line)}</p>}
      <p className="font-semibold docked-low:hidden">
        {formatLb(Number(line.packedLb))} is {over} lb over the client’s maximum.
      </p>
      <div className="mt-3 flex flex-col gap-2 docked-low:mt-0">
        <Button
          variant="secondary"
          className="min-h-14"
          onClick={() => {
            const last = line.packages.at(-1);
            if (last) station.voidPackage(last.id);
          }}
        >
          Take the last package off
        </Button>
        <Button
          variant="secondary"
          className="min-h-14"
          onClick={() => station.finishLine(itemId, { over: "bill_promise" })}
        >
          Charge the maximum ({over} lb over is free)
        </Button>
      </div>
      <form
        className="mt-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (note.trim() === "") {
            setMissing(true);
            noteField.current?.focus();
            return;
          }
          station.finishLine(itemId, { over: "customer_agreed", note });
        }}
      >
        {phone && (
          <p className="mb-2 text-sm text-ink-soft">
            The client’s phone:{" "}
            <a href={telLink(phone) ?? undefined} className="link whitespace-nowrap">
              {phone}
            </a>
          </p>
        )}
        <label className="block text-sm">
          Who agreed, and how
          <input
            ref={noteField}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setMissing(false);
            }}
            required
            maxLength={500}
            className="mt-1 h-12 w-full border border-rule-strong bg-paper px-3"
          />
        </label>
        {isMissing && (
          <p role="alert" className="mt-2 text-sm font-semibold text-cancelled">
            Please say who agreed, and how.
          </p>
        )}
        <Button type="submit" variant="secondary" className="mt-2 min-h-14 w-full">
          Customer agreed
        </Button>
      </form>
    </section>
  );
}
