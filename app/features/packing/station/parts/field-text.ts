import { useEffect, useState } from "react";
import { z } from "zod";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { keptValue } from "../kept/kept-value.ts";

interface TypedFor {
  id: string | undefined;
  name: string | undefined;
}

interface Typed {
  text: string;
  line: TypedFor | null;
}

const stored = z.object({
  place: z.string(),
  text: z.string().max(200),
  line: z.object({ id: z.string().optional(), name: z.string().optional() }).nullable(),
});

const nothing = { place: "", text: "", line: null };
const kept = keptValue("packing:typed", stored, { first: nothing, area: "sessionStorage" });

/**
 * State of the station's one field. Its text is stored in the browser for a line of this place, so
 * that a reload doesn't lose it.
 */
export function useTyped(place: string) {
  const [typed, setTyped] = useState<Typed>({ text: "", line: null });
  const [isFinding, setFinding] = useState(false);
  /** A weight typed during a question that was answered; digits after it are a new weight. */
  const [standing, setStanding] = useState<string | null>(null);
  // The packer's line is known once hydrated.
  const isLive = useHydrated();
  useEffect(() => {
    const before = kept.get();
    if (!isLive || before.place !== place || before.text === "") return;
    const line = before.line && { id: before.line.id, name: before.line.name };
    setTyped((now) => (now.text === "" ? { text: before.text, line } : now));
  }, [isLive, place]);
  useEffect(() => {
    if (isLive) kept.set(isFinding ? { ...nothing, place } : { place, ...typed });
  }, [isLive, isFinding, place, typed]);
  return { typed, setTyped, isFinding, setFinding, standing, setStanding };
}

/**
 * The text of the station's one field, which belongs to the line it was typed for. It is cleared
 * when the station moves to another line, so that Enter can't book it there.
 *
 * @param line the current line; one that is still being added has no name
 * @param onCleared receives a sentence about the cleared text, during render
 */
export function fieldTextFor(
  { typed, setTyped, isFinding, setFinding, standing, setStanding }: ReturnType<typeof useTyped>,
  line: TypedFor,
  onCleared: (sentence: string) => void,
) {
  // During render rather than in an effect, so that no Enter can come between.
  if (typed.text !== "" && typed.line && !isFinding && typed.line.id !== line.id) {
    setTyped({ text: "", line });
    const owner = typed.line.name ? ` was typed for ${typed.line.name} and` : "";
    onCleared(`${typed.text}${owner} was not added.`);
  }
  return {
    text: typed.text,
    setText(change: string | ((before: string) => string)) {
      const next = typeof change === "string" ? change : change(typed.text);
      const rest = standing === typed.text ? newDigits(next, standing) : null;
      setStanding(null);
      if (rest !== null) onCleared(`${standing} was not added.`);
      setTyped((before) => {
        const text = rest ?? (typeof change === "string" ? change : change(before.text));
        // Later characters belong to the line of the first one.
        return { text, line: before.text === "" ? line : before.line };
      });
    },
    isFinding,
    /** The search for lines uses its own text, which is never a weight. */
    setFinding(isNow: boolean) {
      setTyped({ text: "", line });
      setFinding(isNow);
    },
  };
}

/** Returns the digits typed after a weight left in the field; null if that was changed. */
function newDigits(text: string, standing: string | null): string | null {
  if (!standing || !text.startsWith(standing) || text === standing) return null;
  const rest = text.slice(standing.length);
  return /^[\d.,]/.test(rest) ? rest : null;
}
