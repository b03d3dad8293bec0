import * as fc from "fast-check";
import { type KnownIds, value } from "./odd-values.ts";

export interface SentBody {
  type: string;
  bytes: Buffer;
}

/** Fields of the shop's forms, and some that don't exist. */
const fields = [
  ...["email", "password", "currentPassword", "companyName", "contactName", "phone", "address"],
  ...["notes", "name", "message", "company", "contact", "businessType", "weeklyVolume", "website"],
  ...[
    "openFor",
    "sending",
    "recipient",
    "intent",
    "requestId",
    "drop",
    "change",
    "confirmed",
    "id",
  ],
  ...[
    "version",
    "visibility",
    "slug",
    "category",
    "cutType",
    "otherNames",
    "description",
    "pricePerLb",
    "isActive",
  ],
  ...["status", "delivery", "intent", "order", "invitedAt", "orderId", "__proto__", "toString", ""],
];

/** Valid values for some fields, without which nothing happens. */
const chosen = [
  "place",
  "review",
  "pick",
  "save",
  "fulfil",
  "deliver",
  "cancel",
  "create",
  "update",
];

function pairs(known: KnownIds) {
  const ofLine = fc
    .tuple(fc.constantFrom("quantity", "price", "name"), fc.constantFrom(...known.ids, "x"))
    .map((parts) => parts.join("."));
  const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fields) }, ofLine);
  const said = fc.oneof(
    { weight: 4, arbitrary: value(known) },
    fc.constantFrom(...chosen, "12.5", "24.95"),
  );
  return fc.array(fc.tuple(name, said), { maxLength: 12 });
}

/** A form in either encoding, sometimes with a file where none belongs. */
export function formBody(known: KnownIds): fc.Arbitrary<SentBody> {
  const urlencoded = pairs(known).map((all) => ({
    type: "application/x-www-form-urlencoded",
    bytes: Buffer.from(String(new URLSearchParams(all.map(([name, text]) => [name, text])))),
  }));
  const multipart = fc.tuple(pairs(known), fc.boolean()).map(([all, hasFiles]) => {
    const parts = all.map(([name, text]) => {
      const file = hasFiles ? `; filename="x.txt"\r\nContent-Type: text/plain` : "";
      const quoted = name.replace(/[\r\n"]/g, "");
      return `--x\r\nContent-Disposition: form-data; name="${quoted}"${file}\r\n\r\n${text}\r\n`;
    });
    const bytes = Buffer.from(`${parts.join("")}--x--\r\n`);
    return { type: "multipart/form-data; boundary=x", bytes };
  });
  return fc.oneof({ weight: 3, arbitrary: urlencoded }, multipart);
}

/** JSON with expected names, any other JSON, and text that only looks like JSON. */
export function jsonBody(known: KnownIds): fc.Arbitrary<SentBody> {
  const names = [
    "email",
    "password",
    "section",
    "key",
    "urls",
    "token",
    "newPassword",
    "__proto__",
  ];
  const said = fc.oneof(value(known), fc.array(value(known), { maxLength: 3 }), fc.jsonValue());
  const likely = fc.dictionary(fc.constantFrom(...names), said).map((all) => JSON.stringify(all));
  const text = fc.oneof(likely, fc.json(), fc.constantFrom("{", '{"a":', "\0", "[".repeat(5_000)));
  return text.map((json) => ({ type: "application/json", bytes: Buffer.from(json) }));
}
