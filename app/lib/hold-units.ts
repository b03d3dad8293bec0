/** Keeps a figure and its degree sign on one line: `63 °C` never breaks in the middle. */
export function holdUnits(text: string): string {
  return text.replaceAll(/(\d) (°[CF])/g, "$1\u00a0$2");
}
