import { z } from "zod";
import { placeholderProblem } from "#app/content/company.ts";
import { hiddenCharacters, noHiddenCharacters } from "#app/lib/form/hidden-characters.ts";
import { ownEntry } from "#app/lib/own-entry.ts";

// A small language that says which texts of a value its owner may edit. One form, one check and one
// stored schema work for every page that is described in it. Texts are plain: neither HTML nor
// Markdown means anything in them.

interface TextField {
  kind: "line" | "text";
  label: string;
  /** The longest text, in characters. */
  max: number;
  hint?: string;
}

/** A list of texts, edited as one text with a line each. */
interface LinesField {
  kind: "lines";
  label: string;
  /** The longest line, in characters. */
  max: number;
  least: number;
  most: number;
}

/** A link that may be left out, and its text: an address of the shop, or one with https. */
interface LinkField {
  kind: "link";
  label: string;
}

interface GroupField<Value> {
  kind: "group";
  label: string;
  fields: FieldsOf<Value>;
}

/** A list of things with fields of their own. */
interface EntriesField<Entry> {
  kind: "entries";
  label: string;
  /** What one of them is called, e.g. "Point". */
  one: string;
  fields: FieldsOf<Omit<Entry, "id">>;
  least: number;
  /** As many as `least` where each has its place: none can be added, removed or moved. */
  most: number;
  /** Entries have an `id`, the anchor of their address, made from the text of this field. */
  idFrom?: keyof Entry & string;
  /** Ids that other pages link to, with where they do: they have to stay. */
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

/** What may be edited of a value, by its properties, in the order of the form. */
export type FieldsOf<Value> = { [Name in keyof Value]-?: FieldFor<NonNullable<Value[Name]>> };

// The form of each value follows from its fields, which the types above tie together; inside, the
// code works on any value.
export type AnyFields = Record<string, TextField | LinesField | LinkField | AnyGroup | AnyEntries>;
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type AnyEntries = EntriesField<any> & { fields: AnyFields };
// biome-ignore lint/suspicious/noExplicitAny: see above.
type AnyGroup = GroupField<any> & { fields: AnyFields };
export type AnyField = AnyFields[string];
type Values = Record<string, unknown>;

/** The form's fields by their names: the path of each text in the value, joined with points. */
export type Typed = Record<string, string>;

/** A value as the fields of its form. */
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

/** Every text of a value with its path; the ids of entries too. */
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

/** The most characters that a page's texts may have altogether, so that its form can be sent. */
const mostCharacters = 60_000;

type Errors = Record<string, string[]>;

/** A form that was read: its value, or what is wrong by the name of the field. */
type ReadForm<Value> =
  | { value: Value; errors?: never; message?: string }
  | { value?: never; errors: Errors; message?: string };

/**
 * The value that was typed into a form, checked. Repeats and names that are no field's are ignored.
 *
 * @param own placeholders that the page has besides the company's
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

/** An anchor from a text's first words, which none of the others has. */
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

/** How many entries a form has of a list: at most those that it may have. */
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

/** An address of the shop, or one with https; never one of another scheme or with a host alone. */
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

/** What a button of the form does to what was typed, without saving it. */
export interface Rearranged {
  typed: Typed;
  /** The name of the field, or list, to go on with. */
  focus: string;
}

/**
 * Adds, removes or moves an entry, or puts the original texts back:
 * `add:questions`, `remove:questions.2`, `up:…`, `down:…`, `reset`, `reset:questions`.
 *
 * @returns null for what the form has no button for
 */
export function rearrange(
  fields: AnyFields,
  defaults: object,
  typed: Typed,
  deed: string,
): Rearranged | null {
  const [verb = "", path = ""] = deed.split(":", 2);
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

/** The list at a path; undefined if there is none. */
function entriesAt(fields: AnyFields, path: string): AnyEntries | undefined {
  const [name = "", ...rest] = path.split(".");
  const field = ownEntry(fields, name);
  if (field?.kind === "group") return entriesAt(field.fields, rest.join("."));
  return field?.kind === "entries" && rest.length === 0 ? field : undefined;
}

/** The names of an entry's texts, from the entry on. */
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

/** The texts of each entry that a form shows, as many as were typed. */
export function shownEntries(field: AnyEntries, typed: Typed, path: string): number {
  return entriesIn(field, typed, path);
}

/** The properties of a value that aren't the original ones any more. */
export function changedNames(fields: AnyFields, defaults: object, typed: Typed): string[] {
  // A form may have fields named as what every object inherits: "constructor".
  const originals = new Map(Object.entries(typedFrom(fields, defaults)));
  const texts = new Map(Object.entries(typed));
  const names = [...new Set([...originals.keys(), ...texts.keys()])];
  const changed = names.filter((name) => clean(originals.get(name)) !== clean(texts.get(name)));
  return Object.keys(fields).filter((own) =>
    changed.some((name) => name === own || name.startsWith(`${own}.`)),
  );
}

/**
 * The schema of the stored value. Lengths are the form's to check: what was stored under other
 * limits still parses, and a text that a later version adds has its original.
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
