import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { dropImage } from "./kept-images.ts";
import { stored } from "./report-queue.ts";

// Unreported input of the stops' forms, stored on the driver's phone. It survives opening another
// form, going back, and a reload without network.

/** Forms of a stop that can be left half filled in. */
export type DraftForm = "delivered" | "all_refused" | "not_home" | "refused" | "paid";

export interface Draft {
  fields: Record<string, string>;
  /** A signature's strokes, each as x, y, x, y … */
  strokes: number[][];
  /** Id of a photo stored on the phone (kept-images.ts); empty for none. */
  photoId: string;
}

interface StopDrafts {
  /** The form that was last open; null for none. */
  open: DraftForm | null;
  forms: Partial<Record<DraftForm, Draft>>;
}

interface RunDrafts {
  at: number;
  stops: Record<string, StopDrafts>;
}

const prefix = "run-drafts:";
/** How long unreported input stays on the phone, in ms. */
const keptMs = 3 * 24 * 3_600_000;

// Also used if the browser stores nothing (some private windows).
const memory = new Map<string, RunDrafts>();

const emptyDraft: Draft = { fields: {}, strokes: [], photoId: "" };

export function readDraft(runId: string, stopId: string, form: DraftForm): Draft {
  return { ...emptyDraft, ...draftsOf(runId).stops[stopId]?.forms[form] };
}

/** Stores changes to a form. */
export function keepDraft(
  runId: string,
  stopId: string,
  form: DraftForm,
  changed: Partial<Draft>,
): void {
  const draft = { ...readDraft(runId, stopId, form), ...changed };
  changeStop(runId, stopId, ({ open, forms }) => ({ open, forms: { ...forms, [form]: draft } }));
}

/** Deletes a form's draft once it is reported; the report then owns the photo. */
export function dropDraft(runId: string, stopId: string, form: DraftForm): void {
  changeStop(runId, stopId, ({ open, forms: { [form]: _, ...forms } }) => ({
    open: open === form ? null : open,
    forms,
  }));
}

/** True if a form has unreported input. */
export function isBegun(runId: string, stopId: string, form: DraftForm): boolean {
  return draftsOf(runId).stops[stopId]?.forms[form] !== undefined;
}

/** Returns the stop's form that was left open. */
export function openForm(runId: string, stopId: string): DraftForm | null {
  return draftsOf(runId).stops[stopId]?.open ?? null;
}

export function keepOpenForm(runId: string, stopId: string, open: DraftForm | null): void {
  changeStop(runId, stopId, ({ forms }) => ({ open, forms }));
}

/** Deletes a run's drafts from the phone. */
export function dropDrafts(runId: string): void {
  const { stops } = draftsOf(runId);
  const drafts = Object.values(stops).flatMap(({ forms }) => Object.values(forms));
  for (const { photoId } of drafts) if (photoId) void dropImage(photoId);
  memory.delete(runId);
  stored(prefix + runId).write(null);
}

/** Deletes drafts of runs that nobody has touched for days. */
export function dropOldDrafts(now: number): void {
  const keys = withStorage((storage) =>
    Object.keys(storage).filter((key) => key.startsWith(prefix)),
  );
  for (const key of keys ?? []) {
    const runId = key.slice(prefix.length);
    if (draftsOf(runId).at + keptMs <= now) dropDrafts(runId);
  }
}

function changeStop(runId: string, stopId: string, how: (before: StopDrafts) => StopDrafts): void {
  const before = draftsOf(runId);
  const { [stopId]: own = { open: null, forms: {} }, ...others } = before.stops;
  const next = how(own);
  const isEmpty = next.open === null && Object.keys(next.forms).length === 0;
  const stops = isEmpty ? others : { ...others, [stopId]: next };
  const drafts = { at: Date.now(), stops };
  memory.set(runId, drafts);
  stored(prefix + runId).write(Object.keys(stops).length > 0 ? JSON.stringify(drafts) : null);
}

function draftsOf(runId: string): RunDrafts {
  const held = memory.get(runId);
  if (held) return held;
  const drafts = parsed(stored(prefix + runId).read());
  memory.set(runId, drafts);
  return drafts;
}

/** The stored text may be corrupt or not ours. */
function parsed(text: string | null): RunDrafts {
  const none: RunDrafts = { at: 0, stops: {} };
  try {
    const { at, stops } = JSON.parse(text ?? "{}") as Partial<RunDrafts>;
    if (typeof at !== "number" || typeof stops !== "object" || stops === null) return none;
    const known = Object.entries(stops).filter(([, stop]) => typeof stop?.forms === "object");
    return { at, stops: Object.fromEntries(known) };
  } catch {
    return none;
  }
}
