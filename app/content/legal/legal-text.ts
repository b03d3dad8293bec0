/** A static text: sections with an anchor each, of paragraphs and lists. */
export interface LegalText {
  title: string;
  lede: string;
  sections: LegalSection[];
}

interface LegalSection {
  /** The anchor, for instance `/terms#shipping`. */
  id: string;
  title: string;
  paragraphs: string[];
  /** Set as a list after the paragraphs. */
  points?: string[];
}
