import type { MailBlock, MailDraft } from "./mail-block.ts";

/** A zero-width space, which invisibly breaks up addresses. */
const gap = "\u200b";

/**
 * Breaks up web addresses in a text so that mail programs don't make links of them: names and notes
 * come from strangers, who must not lead anyone anywhere in the company's name. Email addresses
 * stay intact, to be copied. The text looks the same.
 */
export function unlinked(text: string): string {
  return text.replace(/\S+/g, (word) => (isMailAddress(word) ? word : broken(word)));
}

/** Dots in addresses, including those of other scripts that browsers treat as dots. */
const dot = "[.\\u3002\\uff0e\\uff61]";

const schemes = /:(?=[/\\]{2})/g;
const names = new RegExp(`(?<=\\S${dot})(?=[\\p{L}\\p{M}]{2})`, "gu");
const numbers = new RegExp(`(?<=\\d${dot})(?=\\d{1,3}${dot}\\d{1,3}${dot}\\d)`, "g");

function broken(word: string): string {
  return word.replace(schemes, `:${gap}`).replace(names, gap).replace(numbers, gap);
}

/** True if a word is just an email address, perhaps in brackets or before a comma. */
function isMailAddress(word: string): boolean {
  const [, name = ""] =
    /^[(<[]?([\p{L}\p{N}_.+'-]+)@[^@/\\:?#,;&()<>[\]]+[)>\],;]*\.?$/u.exec(word) ?? [];
  return name !== "" && !/^www\./i.test(name);
}

/**
 * Applies `unlinked` to every text of an email except URLs, trusted text, and a table's amounts and
 * total. The title of a trusted quote is still unlinked.
 */
export function withoutLinks(draft: MailDraft): Required<MailDraft> {
  const { subject, preview, title = subject, blocks, reason } = draft;
  return {
    subject: unlinked(subject),
    preview: unlinked(preview),
    title: unlinked(title),
    blocks: blocks.map(blockWithoutLinks),
    reason: unlinked(reason),
  };
}

function blockWithoutLinks(block: MailBlock): MailBlock {
  if (typeof block === "string") return unlinked(block);
  switch (block.kind) {
    case "paragraph":
    case "aside":
      return block.trusted ? block : { ...block, text: unlinked(block.text) };
    case "quote":
      return {
        ...block,
        title: unlinked(block.title),
        text: block.trusted ? block.text : unlinked(block.text),
      };
    case "link":
      return { ...block, label: unlinked(block.label) };
    case "facts":
      return {
        ...block,
        rows: block.rows.map(({ label, value }) => {
          return { label: unlinked(label), value: unlinked(value) };
        }),
      };
    case "table":
      return {
        ...block,
        caption: unlinked(block.caption),
        rows: block.rows.map((row) => ({
          ...row,
          name: unlinked(row.name),
          detail: unlinked(row.detail),
          ...(row.remark !== undefined && { remark: unlinked(row.remark) }),
        })),
        ...(block.sums && {
          sums: block.sums.map(({ label, amount }) => ({ label: unlinked(label), amount })),
        }),
      };
  }
}
