/** In ms between characters; people type more slowly than scanners. */
const maxGapMs = 35;

/** Shorter bursts are left to the focused field. */
const minLength = 6;

/** Many scanners type FNC1, the separator inside a code, as Ctrl+]. */
const separatorKey = "]";
const separator = "\u001d";

type PressedKey = Pick<
  KeyboardEvent,
  "key" | "timeStamp" | "ctrlKey" | "metaKey" | "altKey" | "repeat"
>;

/** Recognizes scans: a scanner types a code in a burst, then presses Enter once or twice. */
export function createBurst() {
  let text = "";
  let last = Number.NEGATIVE_INFINITY;
  /** True from the Enter of a scan until another key or a pause. */
  let isAfter = false;

  return {
    /**
     * Reads the next key. Returns "first" if a burst may begin with it, the code if it ends a scan
     * (empty for a second Enter), else "other".
     */
    read(event: PressedKey): "first" | "other" | { code: string } {
      const { key } = event;
      // Shift for a capital and Control for the separator are no characters.
      if (key === "Shift" || key === "Control") return "other";
      const isFast = event.timeStamp - last <= maxGapMs;
      last = event.timeStamp;
      if (key === "Enter") {
        const code = text;
        text = "";
        if (isFast && isAfter) return { code: "" };
        isAfter = isFast && code.length >= minLength;
        return isAfter ? { code } : "other";
      }
      isAfter = false;
      if (isFast && text !== "" && event.ctrlKey && key === separatorKey) {
        text += separator;
        return "other";
      }
      // A key held down repeats as fast as a scanner types.
      if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.repeat) {
        text = "";
        return "other";
      }
      const isFirst = !isFast || text === "";
      text = isFirst ? key : text + key;
      return isFirst ? "first" : "other";
    },
  };
}
