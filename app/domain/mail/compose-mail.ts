import { type Company, oneLineAddress } from "#app/content/company.ts";
import { logoId, type MailContent } from "./mail.ts";
import type { MailBlock, MailDraft, MailTableRow, MailTableTotal } from "./mail-block.ts";
import { withoutLinks } from "./without-links.ts";

export function composeMail(company: Company, typed: MailDraft): MailContent {
  const draft = withoutLinks(typed);
  const signature = signatureOf(company);
  return {
    subject: draft.subject,
    text: mailText(draft, signature),
    html: mailHtml(draft, signature),
  };
}

/** The sender's details, required in every email by law (CASL and its regulations). */
function signatureOf(company: Company) {
  const { name, shortName, nameSuffix, address, phone, email, paperLogo: logo = null } = company;
  return { name, shortName, nameSuffix, address: oneLineAddress(address), phone, email, logo };
}

type Signature = ReturnType<typeof signatureOf>;

/** RFC 5322 recommends lines of at most 78 characters; replies add "> ". */
const width = 72;

function mailText({ title, blocks, reason }: Required<MailDraft>, signature: Signature): string {
  const parts = [wrap(title), ...blocks.map(blockText), textFoot(reason, signature)];
  return `${parts.join("\n\n")}\n`;
}

function blockText(block: MailBlock): string {
  if (typeof block === "string") return wrap(block);
  switch (block.kind) {
    case "paragraph":
      return wrap(block.text);
    case "aside":
      return block.url ? `${wrap(block.text)}\n${block.url}` : wrap(block.text);
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

function tableText(table: Extract<MailBlock, { kind: "table" }>): string {
  const { caption, rows, sums = [], total } = table;
  const rule = "-".repeat(width);
  const totals = [...sums, total].map(({ label, amount }) => apart(label, amount));
  return [wrap(caption), rule, ...rows.map(rowText), rule, ...totals].join("\n");
}

function rowText({ name, detail, remark, amount }: MailTableRow): string {
  const lines = [
    wrap(name),
    ...(detail ? [indented(detail)] : []),
    ...(remark ? [indented(remark)] : []),
  ];
  // The amount is at the end of the detail line if there is one, else of the name.
  const at = detail ? 1 : 0;
  return lines.map((line, index) => (index === at ? apart(line, amount) : line)).join("\n");
}

// "-- " starts a signature (RFC 3676, section 4.3).
function textFoot(reason: string, { name, address, phone, email }: Signature): string {
  return ["-- ", name, address, `${phone.display}, ${email}`, "", wrap(reason)].join("\n");
}

/** Puts two texts at the ends of a line, or the right one on its own line if they don't fit. */
function apart(left: string, right: string): string {
  const last = left.slice(left.lastIndexOf("\n") + 1);
  const room = width - last.length;
  return room < right.length + 2
    ? `${left}\n${right.padStart(width)}`
    : left + right.padStart(room);
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

// Limited to what mail programs support: tables and inline styles, no scripts, and no image except
// the attached logo. The colours are those of styles/colours.css. Elements with text set the
// background too, so that programs with automatic dark mode invert both; others use
// `prefers-color-scheme` in `headStyles`.

const serif = "font-family:Besley,Georgia,'Times New Roman',serif";
const sans = "font-family:'Libre Franklin',Arial,Helvetica,sans-serif";
const ink = "color:#211c19";
const soft = "color:#5a4f47";
const anywhere = "overflow-wrap:anywhere;word-break:break-word";

const headStyles = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.sheet{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){
.ground{background:#171311!important}.sheet{background:#211c19!important}
.ink{color:#f3ebe2!important}.soft{color:#cdbdad!important}
.rule{border-color:#5a4f47!important}.head{border-color:#f3ebe2!important}
}`;

/** Renders a complete HTML document; everything in the draft is escaped. */
function mailHtml(
  { subject, preview, title, blocks, reason }: Required<MailDraft>,
  signature: Signature,
): string {
  return `<!doctype html>
<html lang="en-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title>
<style>${headStyles}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#e8dccf">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#e8dccf"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px"><tr><td class="sheet" style="background:#faf6f1;padding:36px 40px;${sans};font-size:16px;line-height:1.55">
${markHtml(signature)}
<h1 class="ink" style="margin:0 0 20px;${serif};font-size:28px;line-height:1.15;font-weight:700;${ink};${anywhere}">${escapeHtml(title)}</h1>
${blocks.map(blockHtml).join("\n")}
${htmlFoot(reason, signature)}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/**
 * The company's logo, else its wordmark as on the website (`components/wordmark.tsx`): the short
 * name above a scale's graduations and the trade.
 */
function markHtml({ name, shortName, nameSuffix, logo }: Signature): string {
  if (logo) return logoHtml(logo, name);
  const graduations = Array.from({ length: 21 }, (_, at) => {
    const height = at % 5 === 0 ? 9 : 5;
    return `<td valign="top" style="padding:0 7px 0 0;font-size:0;line-height:0"><div class="head" style="width:1px;height:${height}px;border-left:1px solid #211c19"></div></td>`;
  }).join("");
  const trade = nameSuffix
    ? `<td valign="top" class="ink" style="padding:0;${sans};font-size:13px;line-height:1;font-weight:600;${ink}">${escapeHtml(nameSuffix)}</td>`
    : "";
  const brand = nameSuffix ? shortName : name;
  return `<p class="ink" style="margin:0 0 8px;${serif};font-size:24px;line-height:1;font-weight:700;letter-spacing:-0.025em;${ink}">${escapeHtml(brand)}</p>
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 32px"><tr>${graduations}${trade}</tr></table>`;
}

/**
 * On a light background in dark mode too, as logos are made for paper. Mail programs without images
 * show the name in the wordmark's type. Some only respect an image's height attribute.
 */
function logoHtml(digest: string, name: string): string {
  const type = `${serif};font-size:24px;line-height:1.2;font-weight:700;${ink}`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 28px"><tr><td style="background:#faf6f1;padding:0;${type}"><img src="cid:${logoId(digest)}" alt="${escapeHtml(name)}" height="56" style="display:block;height:56px;width:auto;max-width:100%;object-fit:contain;border:0;${type}"></td></tr></table>`;
}

function blockHtml(block: MailBlock): string {
  if (typeof block === "string") return paragraph("ink", ink, escapeHtml(block));
  switch (block.kind) {
    case "paragraph":
      return paragraph("ink", ink, escapeHtml(block.text));
    case "aside":
      return paragraph("soft", `${soft};font-size:14px`, asideHtml(block));
    case "link":
      return button(block.label, block.url);
    case "facts":
      return factsHtml(block);
    case "quote":
      return `${paragraph("soft", `${soft};font-size:14px;margin-bottom:4px`, escapeHtml(block.title))}
<blockquote class="ink rule" style="margin:0 0 20px;padding:2px 0 2px 14px;border-left:2px solid #cdbdad;${ink};${anywhere}">${withBreaks(block.text)}</blockquote>`;
    case "table":
      return tableHtml(block);
  }
}

function asideHtml({ text, url }: Extract<MailBlock, { kind: "aside" }>): string {
  if (!url) return escapeHtml(text);
  const href = escapeHtml(url);
  return `${escapeHtml(text)} <a class="soft" href="${href}" style="${soft};word-break:break-all">${href}</a>`;
}

function paragraph(name: string, style: string, content: string): string {
  return `<p class="${name}" style="margin:0 0 20px;${style};${anywhere}">${content}</p>`;
}

// The URL is shown as text too, as some programs hide links and some people distrust buttons.
function button(label: string, url: string): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr><td style="background:#7b1e22;border-radius:2px"><a href="${href}" style="display:inline-block;padding:13px 24px;${sans};font-size:16px;font-weight:600;color:#faf6f1;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
${paragraph("soft", `${soft};font-size:13px;line-height:1.4`, `Or open this link: <a class="soft" href="${href}" style="${soft};word-break:break-all">${href}</a>`)}`;
}

function factsHtml({ rows }: Extract<MailBlock, { kind: "facts" }>): string {
  const cells = rows.map(
    ({ label, value }) =>
      `<tr><th scope="row" align="left" valign="top" class="soft" style="padding:3px 20px 3px 0;font-weight:400;font-size:14px;white-space:nowrap;${soft}">${escapeHtml(label)}</th><td valign="top" class="ink" style="padding:3px 0;${ink};${anywhere}">${withBreaks(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" style="margin:0 0 20px">${cells.join("\n")}</table>`;
}

function tableHtml(table: Extract<MailBlock, { kind: "table" }>): string {
  const { caption, rows, sums = [], total } = table;
  const amount = `align="right" valign="top" class="ink rule"`;
  const figures = `white-space:nowrap;font-variant-numeric:tabular-nums;${ink}`;
  const cells = rows.map(
    (row) =>
      `<tr><td class="ink rule" style="padding:10px 16px 10px 0;border-bottom:1px solid #cdbdad;${ink};${anywhere}">${[escapeHtml(row.name), ...[row.detail, row.remark].map(softly)].filter(Boolean).join("<br>")}</td><td ${amount} style="padding:10px 0;border-bottom:1px solid #cdbdad;${figures}">${escapeHtml(row.amount)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 24px;border-collapse:collapse">
<caption class="ink head" align="left" style="padding:0 0 6px;border-bottom:1px solid #211c19;text-align:left;${serif};font-size:18px;font-weight:700;${ink}">${escapeHtml(caption)}</caption>
${[...cells, ...sums.map(sumHtml)].join("\n")}
<tr><th scope="row" align="left" class="ink" style="padding:12px 16px 0 0;${ink}">${escapeHtml(total.label)}</th><td align="right" class="ink" style="padding:12px 0 0;font-weight:700;font-size:18px;${figures}">${escapeHtml(total.amount)}</td></tr>
</table>`;
}

function sumHtml({ label, amount }: MailTableTotal): string {
  return `<tr><th scope="row" align="left" class="ink" style="padding:10px 16px 0 0;font-weight:400;${ink}">${escapeHtml(label)}</th><td align="right" class="ink" style="padding:10px 0 0;white-space:nowrap;font-variant-numeric:tabular-nums;${ink}">${escapeHtml(amount)}</td></tr>`;
}

function softly(text: string | undefined): string {
  return text ? `<span class="soft" style="font-size:14px;${soft}">${escapeHtml(text)}</span>` : "";
}

function htmlFoot(reason: string, { name, address, phone, email }: Signature): string {
  const link = (href: string, text: string) =>
    `<a class="soft" href="${escapeHtml(href)}" style="${soft}">${escapeHtml(text)}</a>`;
  return `<p class="soft rule" style="margin:36px 0 0;padding:16px 0 0;border-top:1px solid #cdbdad;font-size:13px;line-height:1.5;${soft}">${escapeHtml(name)}<br>${escapeHtml(address)}<br>${link(phone.href, phone.display)}, ${link(`mailto:${email}`, email)}</p>
<p class="soft" style="margin:8px 0 0;font-size:13px;line-height:1.5;${soft};${anywhere}">${escapeHtml(reason)}</p>`;
}

function withBreaks(text: string): string {
  return escapeHtml(text).replace(/\r\n|[\r\n\u2028\u2029]/g, "<br>");
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
