/** In ms between characters; people type more slowly than scanners. */
const maxGapMs = 35;

/** Shorter bursts are left to the focused field. */
const minLength = 6;

/** The key for FNC1, the separator inside a code, on many scanners, and its character. */
const separatorKey = "]";
const separator = "\u001d";

type PressedKey = Pick<
  KeyboardEvent,
  "key" | "timeStamp" | "ctrlKey" | "metaKey" | "altKey" | "repeat"
>;

/** Recognizes scans: scanners type a code in a burst and end it with Enter, some with two. */
export function createBurst() {
  let text = "";
  let last = Number.NEGATIVE_INFINITY;
  /** True from the Enter of a scan until another key or a pause. */
  let isAfter = false;

  return {
    /**
     * Reads the next key: "first" if a burst may begin with it; a code if it ends a scan, empty for
     * another Enter of the same scan; else "other".
     */
    read(event: PressedKey): "first" | "other" | { code: string } {
      const { key } = event;
      // A modifier for a capital or the separator is no character.
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
      // A key that is held down repeats as fast.
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
