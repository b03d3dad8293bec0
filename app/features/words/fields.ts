import { z } from "zod";
import { placeholderProblem } from "#app/content/company.ts";
import { hiddenCharacters, noHiddenCharacters } from "#app/lib/form/hidden-characters.ts";
import { ownEntry } from "#app/lib/own-entry.ts";

// A small language that describes which texts of a value its owner may edit. One form, one
// validation and one stored schema work for every page described in it. Texts are plain, without
// HTML or Markdown.

interface TextField {
  kind: "line" | "text";
  label: string;
  /** Characters. */
  max: number;
  hint?: string;
}

/** A list of texts, edited as one text with a line each. */
interface LinesField {
  kind: "lines";
  label: string;
  /** Characters of a line. */
  max: number;
  least: number;
  most: number;
}

/** An optional link and its text: a path of the shop, or an https URL. */
interface LinkField {
  kind: "link";
  label: string;
}

interface GroupField<Value> {
  kind: "group";
  label: string;
  fields: FieldsOf<Value>;
}

interface EntriesField<Entry> {
  kind: "entries";
  label: string;
  /** Name of an entry: "Point". */
  one: string;
  fields: FieldsOf<Omit<Entry, "id">>;
  least: number;
  /** If it equals `least`, the entries are fixed: none can be added, removed or moved. */
  most: number;
  /** Field from which an entry's `id`, the anchor of its URL, is generated. */
  idFrom?: keyof Entry & string;
  /** Ids that other pages link to, and where; these must stay. */
  linked?: Record<string, string>;
}

type FieldFor<Value> = Value extends string
  ? TextField
  : Value extends string[]
    ? LinesField
    : Value extends (infer Entry extends object)[]
      ? EntriesField<Entry>
      : Value extends { to: string; label: string }
        ? LinkField
        : Value extends object
          ? GroupField<Value>
          : never;

/** The editable fields of a value, by property, in the order of the form. */
export type FieldsOf<Value> = { [Name in keyof Value]-?: FieldFor<NonNullable<Value[Name]>> };

// The types above tie each value to its fields; the code below works on any value.
export type AnyFields = Record<string, TextField | LinesField | LinkField | AnyGroup | AnyEntries>;
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyEntries = EntriesField<any> & { fields: AnyFields };
// biome-ignore lint/suspicious/noExplicitAny: see above.
type AnyGroup = GroupField<any> & { fields: AnyFields };
export type AnyField = AnyFields[string];
type Values = Record<string, unknown>;

/** Form fields by name: the path of each text in the value, joined with dots. */
export type Typed = Record<string, string>;

/** Returns a value as form fields. */
export function typedFrom(fields: AnyFields, value: object): Typed {
  const typed: Typed = {};
  for (const [path, field, part] of parts(fields, value as Values, "")) {
    if (field.kind === "link") {
      const { to = "", label = "" } = (part ?? {}) as { to?: string; label?: string };
      typed[`${path}.to`] = to;
      typed[`${path}.label`] = label;
    } else if (field.kind === "lines") {
      typed[path] = ((part ?? []) as string[]).join("\n\n");
    } else {
      typed[path] = String(part ?? "");
    }
  }
  return typed;
}

type Leaf = TextField | LinesField | LinkField;

/** Yields every text of a value with its path, including the ids of entries. */
function* parts(
  fields: AnyFields,
  value: Values,
  before: string,
): Generator<[path: string, field: Leaf, part: unknown]> {
  for (const [name, field] of Object.entries(fields)) {
    const path = before + name;
    const part = value[name];
    if (field.kind === "group") yield* parts(field.fields, (part ?? {}) as Values, `${path}.`);
    else if (field.kind === "entries") {
      for (const [index, entry] of ((part ?? []) as Values[]).entries()) {
        if (field.idFrom) yield [`${path}.${index}.id`, idField, entry.id];
        yield* parts(field.fields, entry, `${path}.${index}.`);
      }
    } else yield [path, field, part];
  }
}

const idField: TextField = { kind: "line", label: "", max: 60 };

/** Characters in all of a page's texts, so that its form can be submitted. */
const mostCharacters = 60_000;

type Errors = Record<string, string[]>;

/** The value, or the errors by field name. */
type ReadForm<Value> =
  | { value: Value; errors?: never; message?: string }
  | { value?: never; errors: Errors; message?: string };

/**
 * Parses and validates a submitted form; ignores repeated and unknown names. `own` has the
 * placeholders that the page has besides the company's.
 */
export function readTyped<Value extends object>(
  fields: FieldsOf<Value>,
  typed: Typed,
  own: readonly string[] = [],
): ReadForm<Value> {
  const errors: Errors = {};
  const value = readFields(fields as unknown as AnyFields, typed, "", errors);
  const texts = typedFrom(fields as unknown as AnyFields, value);
  for (const [path, text] of Object.entries(texts)) {
    const problem = placeholderProblem(text, own);
    if (problem) errors[path] ??= [problem];
  }
  const length = Object.values(texts).join("").length;
  if (length > mostCharacters) {
    const most = mostCharacters.toLocaleString("en-CA");
    const is = length.toLocaleString("en-CA");
    return {
      errors,
      message: `A page may have ${most} characters altogether. These texts have ${is}.`,
    };
  }
  return Object.keys(errors).length > 0 ? { errors } : { value: value as Value };
}

function readFields(fields: AnyFields, typed: Typed, before: string, errors: Errors): Values {
  const value: Values = {};
  for (const [name, field] of Object.entries(fields)) {
    value[name] = readField(field, typed, before + name, errors);
  }
  return value;
}

function readField(field: AnyField, typed: Typed, path: string, errors: Errors): unknown {
  const refuse = (name: string, message: string) => {
    errors[name] ??= [message];
  };
  switch (field.kind) {
    case "group":
      return readFields(field.fields, typed, `${path}.`, errors);
    case "entries":
      return readEntries(field, typed, path, errors);
    case "link":
      return readLink(typed, path, refuse);
    case "lines": {
      const lines = clean(typed[path])
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
      const problem = linesProblem(field, lines);
      if (problem) refuse(path, problem);
      return lines;
    }
    default: {
      const text = clean(typed[path]);
      const problem = text ? textProblem(field, text) : "Please write something here";
      if (problem) refuse(path, problem);
      return text;
    }
  }
}

function readEntries(field: AnyEntries, typed: Typed, path: string, errors: Errors) {
  const count = entriesIn(field, typed, path);
  const entries: Values[] = [];
  const taken = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const id = typed[`${path}.${index}.id`] ?? "";
    if (anchor.test(id)) taken.add(id);
  }
  const used = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const entry = readFields(field.fields, typed, `${path}.${index}.`, errors);
    if (field.idFrom) {
      const sent = typed[`${path}.${index}.id`] ?? "";
      const isOwn = anchor.test(sent) && !used.has(sent);
      const id = isOwn ? sent : newId(String(entry[field.idFrom]), new Set([...taken, ...used]));
      used.add(id);
      entries.push({ id, ...entry });
    } else entries.push(entry);
  }
  for (const [id, where] of Object.entries(field.linked ?? {})) {
    if (!used.has(id)) {
      errors[path] ??= [
        `${where} leads to the ${field.one.toLowerCase()} “${id}”, so it has to stay. You can change all of its words.`,
      ];
    }
  }
  return entries;
}

const anchor = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** Creates a unique anchor from a text's first words. */
function newId(text: string, taken: ReadonlySet<string>): string {
  const words = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .match(/[a-z0-9]+/g);
  const base = (words ?? ["more"]).slice(0, 4).join("-").slice(0, 50);
  let id = base;
  for (let turn = 2; taken.has(id); turn += 1) id = `${base}-${turn}`;
  return id;
}

/** Returns the number of a list's entries in a form, at most as many as allowed. */
function entriesIn({ least, most }: AnyEntries, typed: Typed, path: string): number {
  let count = 0;
  for (const name of Object.keys(typed)) {
    if (!name.startsWith(`${path}.`)) continue;
    const index = /^\d{1,3}(?=\.)/.exec(name.slice(path.length + 1))?.[0];
    if (index !== undefined) count = Math.max(count, Number(index) + 1);
  }
  return Math.min(Math.max(count, least), most);
}

function readLink(typed: Typed, path: string, refuse: (name: string, message: string) => void) {
  const [to, label] = [clean(typed[`${path}.to`]), clean(typed[`${path}.label`])];
  if (!to && !label) return undefined;
  if (!isAddress(to)) {
    refuse(`${path}.to`, "Please write an address of this shop, such as /about, or one with https");
  }
  const problem = label ? textProblem({ max: 100, kind: "line" }, label) : "Please name the link";
  if (problem) refuse(`${path}.label`, problem);
  return { to, label };
}

/** True for a path of the shop or an https URL; rejects other schemes and URLs with only a host. */
function isAddress(to: string): boolean {
  if (to.length > 500 || !/^[!-~]+$/.test(to) || to.includes("\\")) return false;
  if (to.startsWith("/")) return !to.startsWith("//");
  return URL.canParse(to) && to.startsWith("https://") && new URL(to).username === "";
}

const clean = (text = "") => text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").trim();

const visible = /[^\p{C}\p{Z}]/u;

function textProblem({ max, kind }: Pick<TextField, "max" | "kind">, text: string): string | null {
  if (text.length > max) return `Please use at most ${max.toLocaleString("en-CA")} characters`;
  if (hiddenCharacters.test(text)) return noHiddenCharacters;
  if (!visible.test(text)) return "Please write something here";
  if (kind === "line" && text.includes("\n")) return "Please write this in one line";
  return null;
}

function linesProblem({ max, least, most }: LinesField, lines: string[]): string | null {
  if (lines.length < least) return "Please write something here";
  if (lines.length > most) return `Please use at most ${most} paragraphs`;
  const problems = lines.map((line) => textProblem({ max, kind: "line" }, line));
  const at = problems.findIndex(Boolean);
  return at < 0 ? null : `${problems[at]} (in paragraph ${at + 1})`;
}

/** The result of a form button that rearranges the input without saving it. */
export interface Rearranged {
  typed: Typed;
  /** Name of the field or list to focus. */
  focus: string;
}

/**
 * Adds, removes or moves an entry, or restores the original texts: `add:questions`,
 * `remove:questions.2`, `up:…`, `down:…`, `reset`, `reset:questions`. Null for an unknown button.
 */
export function rearrange(
  fields: AnyFields,
  defaults: object,
  typed: Typed,
  intent: string,
): Rearranged | null {
  const [verb = "", path = ""] = intent.split(":", 2);
  const originals = typedFrom(fields, defaults);
  if (verb === "reset") {
    if (path === "") return { typed: originals, focus: Object.keys(fields)[0] ?? "" };
    if (!Object.hasOwn(fields, path)) return null;
    const isOf = (name: string) => name === path || name.startsWith(`${path}.`);
    const pick = (from: Typed, wanted: boolean) =>
      Object.entries(from).filter(([name]) => isOf(name) === wanted);
    const restored = Object.fromEntries([...pick(typed, false), ...pick(originals, true)]);
    return { typed: restored, focus: path };
  }
  const [, list = path, at] = /^(.*)\.(\d{1,3})$/.exec(path) ?? [];
  const field = entriesAt(fields, list);
  if (!field || field.least === field.most) return null;
  const entries = entryTexts(field, typed, list);
  const index = Number(at ?? -1);
  if (verb === "add") {
    if (entries.length >= field.most) return null;
    entries.push(Object.fromEntries(entryNames(field).map((name) => [name, ""])));
    return replaced(entries.length - 1);
  }
  if (!(index >= 0 && index < entries.length)) return null;
  const [moved] = entries.splice(index, 1);
  if (!moved) return null;
  if (verb === "remove") return entries.length < field.least ? null : replaced(null);
  const to = index + (verb === "up" ? -1 : 1);
  if ((verb !== "up" && verb !== "down") || to < 0 || to > entries.length) return null;
  entries.splice(to, 0, moved);
  return replaced(to);

  function replaced(place: number | null): Rearranged {
    const others = Object.entries(typed).filter(([name]) => !name.startsWith(`${list}.`));
    const own = entries.flatMap((entry, place) =>
      Object.entries(entry).map(([name, text]) => [`${list}.${place}.${name}`, text]),
    );
    return {
      typed: Object.fromEntries([...others, ...own]),
      focus: place === null ? list : `${list}.${place}`,
    };
  }
}

function entriesAt(fields: AnyFields, path: string): AnyEntries | undefined {
  const [name = "", ...rest] = path.split(".");
  const field = ownEntry(fields, name);
  if (field?.kind === "group") return entriesAt(field.fields, rest.join("."));
  return field?.kind === "entries" && rest.length === 0 ? field : undefined;
}

/** Returns the names of an entry's texts, relative to the entry. */
function entryNames(field: AnyEntries): string[] {
  const names = Object.keys(typedFrom(field.fields, {}));
  return field.idFrom ? ["id", ...names] : names;
}

function entryTexts(field: AnyEntries, typed: Typed, path: string): Typed[] {
  const names = entryNames(field);
  return Array.from({ length: entriesIn(field, typed, path) }, (_, index) =>
    Object.fromEntries(names.map((name) => [name, typed[`${path}.${index}.${name}`] ?? ""])),
  );
}

/** Returns the number of entries that a form shows: as many as were typed. */
export function shownEntries(field: AnyEntries, typed: Typed, path: string): number {
  return entriesIn(field, typed, path);
}

/** Returns the properties of a value that differ from the original. */
export function changedNames(fields: AnyFields, defaults: object, typed: Typed): string[] {
  // A form may have fields named like properties of every object, such as "constructor".
  const originals = new Map(Object.entries(typedFrom(fields, defaults)));
  const texts = new Map(Object.entries(typed));
  const names = [...new Set([...originals.keys(), ...texts.keys()])];
  const changed = names.filter((name) => clean(originals.get(name)) !== clean(texts.get(name)));
  return Object.keys(fields).filter((own) =>
    changed.some((name) => name === own || name.startsWith(`${own}.`)),
  );
}

/**
 * Returns the schema of the stored value. Only the form limits lengths, so that texts stored under
 * other limits still parse; texts added by a later version get their original.
 */
export function storedSchema<Value extends object>(
  fields: FieldsOf<Value>,
  defaults: Value,
): z.ZodType<Value> {
  return schemaOf(
    fields as unknown as AnyFields,
    defaults as Values,
  ) as unknown as z.ZodType<Value>;
}

function schemaOf(fields: AnyFields, defaults: Values | null): z.ZodType {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    const schema = fieldSchema(field, defaults?.[name]);
    // A group fills in its own texts.
    const original = field.kind === "group" ? {} : defaults?.[name];
    shape[name] = original === undefined ? schema : schema.prefault(original);
  }
  return z.object(shape);
}

function fieldSchema(field: AnyField, original: unknown): z.ZodType {
  switch (field.kind) {
    case "group":
      return schemaOf(field.fields, (original ?? null) as Values | null);
    case "entries": {
      const entry = schemaOf(field.fields, null) as z.ZodObject;
      return z.array(field.idFrom ? entry.extend({ id: z.string() }) : entry);
    }
    case "link":
      return z.object({ to: z.string(), label: z.string() }).optional();
    case "lines":
      return z.array(z.string()).default([]);
    default:
      return z.string();
  }
}
