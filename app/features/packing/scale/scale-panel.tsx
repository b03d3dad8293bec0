import { useState } from "react";
import { Button, SecondaryButton } from "#app/components/button.tsx";
import type { ScaleProtocol } from "./scale.ts";
import type { Scale } from "./use-scale.ts";

interface ScalePanelProps {
  scale: Scale;
  onTake: () => void;
}

const protocols: [ScaleProtocol, label: string][] = [
  ["nci", "NCI or SCP-12 (Avery Weigh-Tronix, Brecknell)"],
  ["sics", "SICS (Mettler Toledo)"],
  ["continuous", "Continuous (A&D, Ohaus and others)"],
];

/** The scale's reading, or how to connect one; nothing if the browser can't have one. */
export function ScalePanel({ scale, onTake }: ScalePanelProps) {
  const [isOpen, setOpen] = useState(false);
  const [protocol, setProtocol] = useState<ScaleProtocol>("nci");
  if (!scale.isOffered) return null;
  if (scale.status === "on") {
    const { reading } = scale;
    return (
      <section aria-label="Scale" className="mt-4 border border-rule-strong p-3">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-display font-semibold tabular-nums">
            {reading ? `${reading.value} ${reading.unit}` : "–"}
          </span>
          <span className="text-sm text-ink-soft">
            {reading ? (reading.isStable ? "Stable" : "Moving") : "Waiting for the scale"}
          </span>
        </p>
        <div className="mt-2 grid grid-cols-[1fr_auto] gap-2">
          <Button variant="secondary" className="min-h-14" onClick={onTake}>
            Add this weight
          </Button>
          <Button variant="quiet" className="min-h-14" onClick={() => void scale.disconnect()}>
            Disconnect
          </Button>
        </div>
      </section>
    );
  }
  return (
    <section aria-label="Scale" className="mt-4">
      {scale.status === "failed" && (
        <p role="alert" className="mb-2 text-sm font-semibold text-cancelled">
          The scale cannot be reached. Look at its cable, and whether another program uses it.
        </p>
      )}
      {!isOpen ? (
        <Button variant="secondary" className="min-h-14 w-full" onClick={() => setOpen(true)}>
          Use a scale
        </Button>
      ) : (
        <form
          className="border border-ink bg-paper-light p-4"
          onSubmit={(event) => {
            event.preventDefault();
            void scale.connect(protocol);
          }}
        >
          <label className="block text-sm">
            Scale protocol
            <select
              value={protocol}
              onChange={(event) => setProtocol(event.target.value as ScaleProtocol)}
              className="mt-1 h-12 w-full border border-rule-strong bg-paper px-3"
            >
              {protocols.map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button type="submit">Connect</Button>
            <SecondaryButton onClick={() => setOpen(false)}>Cancel</SecondaryButton>
          </div>
        </form>
      )}
    </section>
  );
}
