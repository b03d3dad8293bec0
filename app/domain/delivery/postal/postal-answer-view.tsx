import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useCompany } from "#app/domain/settings/use-company.ts";
import { askPostal } from "./ask-postal.ts";
import type { PostalAnswer } from "./postal-answer.ts";
import { PostalForm } from "./postal-form.tsx";
import {
  againParameter,
  deliveryPath,
  type PostalQuestion,
  postalParameter,
} from "./postal-question.ts";

/** Used on pages rendered without the form. */
export { PostalForm as Part };

/** Asks the shop and shows its answer beside the box's form. */
export function PostalReply({
  asked,
  onAnswer,
  onLeave,
}: {
  asked: PostalQuestion;
  onAnswer?: (answer: PostalAnswer) => void;
  onLeave?: () => void;
}) {
  const company = useCompany();
  const [answer, setAnswer] = useState<PostalAnswer | null>();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let isCurrent = true;
    const input = inputOf(place.current);
    // A remembered code must not overwrite what the visitor is typing.
    if (asked.typed && input && !input.value) input.value = asked.typed;
    const typed = asked.typed ?? input?.value ?? "";
    askPostal(typed, { isAgain: asked.typed !== undefined }).then((found) => {
      if (!isCurrent) return;
      // A response must not do so either.
      if (found?.postalCode && input?.value === typed) input.value = found.postalCode;
      input?.toggleAttribute("aria-invalid", found?.state === "malformed");
      setAnswer(found);
      if (found?.postalCode || found?.state === "outside") sayInLine(place.current, found);
      if (found) onAnswer?.(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [asked, onAnswer]);

  return (
    <div ref={place}>
      {answer === null ? (
        <p>
          Delivery days cannot be looked up right now. Please try again, or call{" "}
          {company.phone.display}.
        </p>
      ) : (
        answer && <PostalAnswerText answer={answer} onLeave={onLeave} />
      )}
    </div>
  );
}

/** Shows the answer in the line of a folded box. */
function sayInLine(place: HTMLElement | null, { postalCode, words, days }: PostalAnswer) {
  const line = place?.closest("details")?.querySelector("summary");
  if (!line) return;
  line.textContent = days[0] ? `${postalCode}: ${days[0]}` : words;
  line.dataset.answer = "";
}

function inputOf(place: HTMLElement | null) {
  return place?.closest(".postal-box")?.querySelector("input");
}

/** Shows the answer in short: the first day in full, the next ones by name. */
function PostalAnswerText({
  answer: { state, postalCode, words, days, pickups },
  onLeave,
}: {
  answer: PostalAnswer;
  onLeave: (() => void) | undefined;
}) {
  const [first, ...next] = days;
  const open = pickups.find(({ wholesaleOnly }) => !wholesaleOnly);
  const query = new URLSearchParams({ [postalParameter]: postalCode ?? "", [againParameter]: "" });
  const page = `${deliveryPath}?${query}`;
  return (
    <>
      <p className={first ? "text-sm text-ink-soft" : "font-semibold"}>{words}</p>
      {first && <p className="font-semibold">{first}</p>}
      {next.length > 0 && (
        <p className="text-sm text-ink-soft">
          Then {next.map((day) => day.split(", order by ", 1)[0]).join("; ")}
        </p>
      )}
      {postalCode && (
        <p className="text-sm">
          <Link to={page} onClick={onLeave} className="link inline-flex min-h-11 items-center">
            {state === "unserved" ? "Let me know when you deliver here" : "All delivery days"}
          </Link>
          {!first && open && <span className="text-ink-soft"> · Or pick up: {open.name}</span>}
        </p>
      )}
    </>
  );
}
