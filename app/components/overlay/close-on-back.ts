import { useEffect, useEffectEvent } from "react";
import { followedLink } from "../page/page-change.tsx";
import { hearStepsFirst } from "./history-steps.ts";

// Makes Back close open overlays instead of leaving the page. Each open panel (drawer, dialog,
// menu) adds a history entry, a copy of the router's own with a panel count. Popstate events to
// such an entry, or from one to the page below, are hidden from the router, so that nothing loads
// or scrolls.

interface Panel {
  close: () => void;
}

/** Open panels, newest last. */
const panels: Panel[] = [];
/** The number of our entries above the router's. */
let entries = 0;
/** The router's index (`history.state.idx`) of the entry below ours. */
let routerIndex: unknown;
/** Callbacks to run after going back to the router's entry; null when not on the way. */
let arriving: (() => void)[] | null = null;
let isListening = false;

/**
 * Makes Back close a panel while it is open: calls `onBack`, which may refuse. Not for dialogs with
 * a URL of their own, which Back leaves anyway.
 */
export function useCloseOnBack(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => (isOpen ? closeOnBack(() => close()) : undefined), [isOpen]);
}

/** As `useCloseOnBack`, outside React. Call the result when the panel has closed. */
export function closeOnBack(close: () => void): () => void {
  listen();
  const panel = { close };
  panels.push(panel);
  settleSoon();
  return () => {
    panels.splice(panels.indexOf(panel), 1);
    settleSoon();
  };
}

/**
 * Removes the entries of open panels from the history, then calls `leave`, which navigates to
 * another page, as Forward couldn't get past such an entry. Links in a panel do so automatically.
 */
export function leavePanels(leave: () => void): void {
  if (arriving) arriving.push(leave);
  else if (isOnPanel()) goBackTo(0, leave);
  else leave();
}

function listen() {
  if (isListening) return;
  isListening = true;
  // The page may have been reloaded with an open panel.
  history.replaceState({ ...history.state, panels: 0 }, "");
  hearStepsFirst(onPopState);
  // Runs before the links' own handlers.
  window.addEventListener("click", onClick, { capture: true });
}

/** True if the current history entry is ours, rather than one the router pushed on top. */
function isOnPanel() {
  return entries > 0 && history.state?.idx === routerIndex;
}

/** Deferred, so that a dialog that opens as another closes takes over its entry. */
function settleSoon() {
  setTimeout(settle);
}

function settle() {
  if (arriving) return;
  if (!isOnPanel()) entries = 0;
  if (entries > panels.length) goBackTo(panels.length);
  while (entries < panels.length) {
    routerIndex = history.state?.idx;
    entries += 1;
    history.pushState({ ...history.state, panels: entries }, "");
  }
}

function goBackTo(count: number, ...then: (() => void)[]) {
  // The router may have replaced the URL while a panel was open.
  const { state } = history;
  const { href } = location;
  arriving = [() => history.replaceState({ ...state, panels: count }, "", href), ...then];
  history.go(count - entries);
  entries = count;
}

function onPopState(event: PopStateEvent) {
  const { state } = event;
  if (arriving) {
    event.stopImmediatePropagation();
    const arrived = arriving;
    arriving = null;
    for (const act of arrived) act();
    settleSoon();
    return;
  }
  const isSamePage = entries > 0 && state?.idx === routerIndex;
  const reached = state?.panels ?? 0;
  if (isSamePage) event.stopImmediatePropagation();
  entries = reached;
  routerIndex = state?.idx;
  for (const panel of panels.slice(isSamePage ? reached : 0).reverse()) panel.close();
  settleSoon();
}

/** A link in a panel navigates as if the panel had been closed first. */
function onClick(event: MouseEvent) {
  if (!arriving && !isOnPanel()) return;
  const link = followedLink(event);
  if (!link) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  leavePanels(() => link.click());
}
