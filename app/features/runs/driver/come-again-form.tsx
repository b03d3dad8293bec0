import { type SubmitEvent, useState } from "react";
import { Button } from "#app/components/button.tsx";
import type { Report } from "#app/domain/delivery/runs/report.ts";
import { useIfMailed } from "#app/domain/mail/sends-mail.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { newUuid } from "#app/lib/uuid.ts";
import {
  chargedInWords,
  comingAgainInWords,
  secondFeeAt,
  secondFeeInWords,
} from "../coming-again.ts";
import type { DoorChoices } from "../run.ts";
import type { ShownStop } from "./run-view.ts";

interface ComeAgainFormProps {
  stop: ShownStop;
  choices: DoorChoices;
  onReport: (report: Report) => void;
}

/** Form for a stop where no one was there: a day for a second delivery, or a pickup. */
export function ComeAgainForm({ stop, choices, onReport }: ComeAgainFormProps) {
  const { days, secondFee } = choices;
  const ifMailed = useIfMailed();
  const [chosen, setChosen] = useState("");
  const [error, setError] = useState("");
  const today = pacificDay(new Date());
  const packed = stop.orders.filter(({ status }) => status === "fulfilled");
  if (days.length === 0 || packed.length === 0) return null;
  const day = days.find((one) => keyOf(one) === chosen);
  const feeCents = day ? secondFeeAt(stop, day) : 0;
  const mostCents = Math.max(...days.map((one) => secondFeeAt(stop, one)));
  const waiting = stop.comesAgain;
  if (waiting) {
    const when = days.find((one) => keyOf(one) === keyOf(waiting));
    const words = when ? comingAgainInWords(when, { days, today }) : "Another day was chosen";
    return (
      <p className="mt-4 font-semibold" role="status">
        {ended(words)} {chargedInWords(stop, choices, waiting)} Not sent yet.
      </p>
    );
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!day) return setError("Please choose what to do with it");
    onReport({
      kind: "again",
      requestId: newUuid(),
      stopId: stop.id,
      at: new Date().toISOString(),
      zoneId: day.zoneId,
      date: day.date,
      note: "",
      photoId: null,
      isEarly: true,
      chargesFee: new FormData(event.currentTarget).get("fee") === "yes",
    });
  }

  return (
    <form onSubmit={submit} noValidate className="mt-4 border border-ink bg-paper-light p-4">
      <fieldset aria-describedby={error ? "again-error" : undefined}>
        <legend className="text-lg font-semibold">When does it come again?</legend>
        <p className="mt-1">
          {ifMailed("The client is emailed what you choose.")} Leave it open if you can’t reach
          them.
        </p>
        <div className="mt-3 grid gap-2">
          {days.map((day) => (
            <label
              key={keyOf(day)}
              className="flex min-h-14 items-center gap-3 border border-rule-strong px-4 py-2 has-checked:border-2 has-checked:border-ink has-checked:font-semibold"
            >
              <input
                type="radio"
                name="day"
                value={keyOf(day)}
                checked={chosen === keyOf(day)}
                onChange={() => {
                  setChosen(keyOf(day));
                  setError("");
                }}
                className="size-6 shrink-0 accent-oxblood"
              />
              <span>
                {comingAgainInWords(day, { days, today })}
                {secondFee !== "never" && (
                  <span className="block font-normal tabular-nums">
                    {secondFeeInWords(secondFee, secondFeeAt(stop, day))}
                  </span>
                )}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {secondFee === "ask" && (day ? feeCents : mostCents) > 0 && (
        <label className="mt-3 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="fee"
            value="yes"
            className="size-6 shrink-0 accent-oxblood"
          />
          The client pays the delivery fee again{day && `: ${formatCents(feeCents)}`}
        </label>
      )}
      {secondFee === "always" && feeCents > 0 && (
        <p className="mt-3">The client is charged {formatCents(feeCents)} for it.</p>
      )}
      {(secondFee === "never" || (day && feeCents === 0)) && (
        <p className="mt-3">No second fee is charged for that.</p>
      )}
      {error && (
        <p id="again-error" role="alert" className="mt-3 font-semibold text-oxblood">
          {error}
        </p>
      )}
      <Button type="submit" size="lg" className="mt-4 w-full">
        Move it there
      </Button>
    </form>
  );
}

const keyOf = ({ zoneId, date }: { zoneId: string; date: string }) => `${zoneId} ${date}`;
