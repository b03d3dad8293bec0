import { StyleSheet } from "@react-pdf/renderer";
import { fontFamily } from "./invoice-fonts.server.ts";

const ink = "#211c19";
const soft = "#5a4f47";
const rule = "#cdbdad";
const brass = "#a27f3c";

/** In points on a Letter page, 612 wide. */
const margin = 54;

export const contentWidth = 612 - 2 * margin;

export const colours = { ink, brass };

/** Figures of one width, so that they stand below each other. */
const figures: { textAlign: "right"; fontFeatureSettings: ["tnum"] } = {
  textAlign: "right",
  fontFeatureSettings: ["tnum"],
};
const apart = { flexDirection: "row", justifyContent: "space-between" } as const;

export const styles = StyleSheet.create({
  page: {
    paddingTop: 48,
    paddingBottom: 64,
    paddingHorizontal: margin,
    fontFamily,
    fontSize: 9,
    color: ink,
  },
  // Not on the page: a line height there makes what is set per page disappear (react-pdf 4.9).
  content: { fontSize: 9, lineHeight: 1.4 },
  row: apart,
  sellerName: { fontSize: 17, fontWeight: 700, lineHeight: 1.15, width: 280 },
  sellerLines: { alignItems: "flex-end", color: soft, fontSize: 8.5 },
  title: { fontSize: 26, fontWeight: 700, lineHeight: 1.15, letterSpacing: -0.4, marginTop: 22 },
  parties: { ...apart, marginTop: 16, gap: 30 },
  billedTo: { width: 280 },
  label: { color: soft, fontSize: 8.5, marginBottom: 3 },
  company: { fontWeight: 600, fontSize: 11, lineHeight: 1.25, marginBottom: 2 },
  facts: { width: 180 },
  fact: { ...apart, paddingVertical: 1.5 },
  strong: { fontWeight: 600 },
  soft: { color: soft },
  table: { marginTop: 24 },
  head: {
    flexDirection: "row",
    paddingBottom: 5,
    borderBottomWidth: 1,
    borderBottomColor: ink,
    fontWeight: 600,
    fontSize: 8.5,
  },
  line: {
    flexDirection: "row",
    paddingVertical: 3.5,
    borderBottomWidth: 0.5,
    borderBottomColor: rule,
  },
  number: { width: 26, color: soft },
  item: { flexGrow: 1, flexShrink: 1, flexBasis: 0, paddingRight: 14 },
  weight: { ...figures, width: 72 },
  price: { ...figures, width: 78 },
  amount: { ...figures, width: 96 },
  end: { ...apart, marginTop: 12 },
  terms: { width: 200, fontSize: 8.5, gap: 3 },
  totals: { width: 260 },
  totalLine: { ...apart, paddingVertical: 2.5 },
  reason: { color: soft, fontSize: 7.5, lineHeight: 1.35, width: 190 },
  total: {
    ...apart,
    alignItems: "flex-end",
    marginTop: 8,
    paddingTop: 6,
    borderTopWidth: 1,
    borderTopColor: ink,
    fontSize: 14,
    fontWeight: 700,
    lineHeight: 1.2,
  },
  totalFigure: { ...figures },
  foot: {
    ...apart,
    position: "absolute",
    left: margin,
    right: margin,
    bottom: 34,
    fontSize: 8,
    color: soft,
  },
});
