import { useState } from "react";

/** The line that a weight is typed for. */
interface TypedFor {
  id: string | undefined;
  name: string | undefined;
}

/** State of the station's one field. */
export function useTyped() {
  const [typed, setTyped] = useState<{ text: string; line: TypedFor | null }>({
    text: "",
    line: null,
  });
  const [isFinding, setFinding] = useState(false);
  return { typed, setTyped, isFinding, setFinding };
}

/**
 * The text of the station's one field, which belongs to the line it was typed for. It is cleared
 * whenever the station moves to another line, so that Enter can't book it there.
 *
 * @param line - The current line; a line that is still being added has no name
 * @param onCleared - Receives a sentence about the cleared text, during render
 */
export function fieldTextFor(
  { typed, setTyped, isFinding, setFinding }: ReturnType<typeof useTyped>,
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
    setText: (change: string | ((before: string) => string)) =>
      setTyped((before) => {
        const text = typeof change === "string" ? change : change(before.text);
        // Later characters belong to the line of the first one.
        return { text, line: before.text === "" ? line : before.line };
      }),
    isFinding,
    /** The search for lines uses its own text, which is never a weight. */
    setFinding(isNow: boolean) {
      setTyped({ text: "", line });
      setFinding(isNow);
    },
  };
}
