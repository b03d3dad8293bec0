import { Button } from "#app/components/button.tsx";
import { Moment } from "#app/components/moment.tsx";
import type { Report } from "#app/domain/delivery/runs/report.ts";
import { ended } from "#app/lib/in-words.ts";
import { newUuid } from "#app/lib/uuid.ts";
import type { ShownStop } from "./run-view.ts";

interface ArrivingFormProps {
  stop: ShownStop;
  onReport: (report: Report) => void;
}

/** Button that tells a stop's client once that the driver is near, with whom it tells and how. */
export function ArrivingForm({ stop, onReport }: ArrivingFormProps) {
  const { by, to, told } = stop.arriving;
  const way = by === "sms" ? "text message" : "email";
  const place = to === "" ? "" : ` to ${to}`;
  if (told) {
    const says = {
      waiting: `The ${way}${place} is being sent`,
      sent: `${by === "sms" ? "Texted" : "Emailed"}${place || " the client"}`,
      failed: `The ${way}${place} could not be sent. Call instead`,
    }[told.state];
    return (
      <p className="mt-3">
        {says}, <Moment at={told.at} time />
      </p>
    );
  }
  if (stop.state !== "waiting") return null;
  if (by === null) {
    return (
      <p className="mt-3 text-ink-soft">
        We can’t message this client that you’re near{stop.arriving.whyNot && ":"}{" "}
        {ended(stop.arriving.whyNot)} Call instead.
      </p>
    );
  }
  return (
    <div className="mt-3">
      <Button
        variant="secondary"
        size="lg"
        disabled={stop.isTelling}
        onClick={() =>
          onReport({
            kind: "arriving",
            requestId: newUuid(),
            stopId: stop.id,
            at: new Date().toISOString(),
            note: "",
            photoId: null,
            isEarly: false,
          })
        }
        className="w-full"
      >
        I’m ten minutes away
      </Button>
      <p role="status" className="mt-1 text-sm text-ink-soft">
        {stop.isTelling
          ? "Waiting to send. After ten minutes offline it won’t be sent."
          : `Sends one ${way}${place || " to the client"}.`}
      </p>
    </div>
  );
}
