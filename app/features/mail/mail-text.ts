import type { MailBlock, MailDraft } from "./mail-block.ts";
import { signature } from "./mail-signature.ts";

/** RFC 5322 recommends lines of at most 78 characters; replies add "> ". */
const width = 72;

/** Renders a mail as plain text, in lines of at most 72 characters; only URLs may be longer. */
export function mailText({ title, blocks, reason }: MailDraft): string {
  const parts = [wrap(title), ...blocks.map(blockText), foot(reason)];
  return `${parts.join("\n\n")}\n`;
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case "paragraph":
    case "aside":
      return wrap(block.text);
    case "link":
      return `${wrap(`${block.label}:`)}\n${block.url}`;
    case "facts":
      return block.rows.map(({ label, value }) => wrap(`${label}: ${value}`, "  ")).join("\n");
    case "quote":
      return `${wrap(`${block.title}:`)}\n${indented(block.text)}`;
    case "table":
      return tableText(block);
  }
}

function tableText({ caption, rows, total }: Extract<MailBlock, { kind: "table" }>): string {
  const lines = rows.map(
    ({ name, detail, amount }) => `${wrap(name)}\n${apart(`  ${detail}`, amount)}`,
  );
  const rule = "-".repeat(width);
  return [wrap(caption), rule, ...lines, rule, apart(total.label, total.amount)].join("\n");
}

// "-- " starts a signature (RFC 3676, section 4.3).
function foot(reason: string): string {
  const { name, address, phone, email } = signature;
  return ["-- ", name, address, `${phone.display}, ${email}`, "", wrap(reason)].join("\n");
}

/** Puts two texts at the ends of a line. */
function apart(left: string, right: string): string {
  return left + right.padStart(Math.max(width - left.length, right.length + 2));
}

function indented(text: string): string {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/);
  return lines.map((line) => (line.trim() ? `  ${wrap(line, "  ", width - 2)}` : "")).join("\n");
}

/** Wraps at spaces; words longer than a line stay whole. */
function wrap(text: string, indent = "", limit = width): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line && line.length + 1 + word.length > limit) {
      lines.push(line);
      line = indent + word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line].join("\n");
}
