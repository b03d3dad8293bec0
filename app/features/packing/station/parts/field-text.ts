import { useState } from "react";

/** The line that a weight is typed for. */
interface TypedFor {
  id: string | undefined;
  name: string | undefined;
}

/** What is in the station's one field. */
export function useTyped() {
  const [typed, setTyped] = useState<{ text: string; line: TypedFor | null }>({
    text: "",
    line: null,
  });
  const [isFinding, setFinding] = useState(false);
  return { typed, setTyped, isFinding, setFinding };
}

/**
 * The text of the station's one field, which belongs to the line it was typed for: when the station
 * goes to another line, by whatever way, it is cleared, so that Enter cannot book it on that line.
 *
 * @param line - The line that is packed now; one that is still being added has no name
 * @param onCleared - Is told what was cleared, as a sentence for the packer, while rendering
 */
export function fieldTextFor(
  { typed, setTyped, isFinding, setFinding }: ReturnType<typeof useTyped>,
  line: TypedFor,
  onCleared: (sentence: string) => void,
) {
  // While rendering, and not in an effect: no Enter may come between.
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
        // What is typed after the first character belongs to the same line as that.
        return { text, line: before.text === "" ? line : before.line };
      }),
    isFinding,
    /** Lines are found with a text of their own, which is no weight. */
    setFinding(isNow: boolean) {
      setTyped({ text: "", line });
      setFinding(isNow);
    },
  };
}
