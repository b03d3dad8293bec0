import { useEffect, useEffectEvent } from "react";
import { followedLink } from "../page/followed-link.ts";
import { hearStepsFirst } from "./history-steps.ts";

// Back closes what is open above the page, and leaves the page alone. Each open panel (drawer, dialog,
// menu) has an entry of the browser's history, a copy of the router's own with a count of the panels.
// The router never hears of these entries: what leads to one, or away from one to the page below, is
// kept from it, so nothing is loaded and nothing scrolls.

interface Panel {
  close: () => void;
}

/** The panels that are open, the newest last. */
const panels: Panel[] = [];
/** How many entries of ours lie above the router's. */
let entries = 0;
/** The router's count of its own entries (`history.state.idx`) at the one below ours. */
let routerIndex: unknown;
/** On the way back to the router's entry; what is to be done there. */
let arriving: (() => void)[] | null = null;
let isListening = false;

/**
 * Makes Back close a panel while it is open: calls `onBack`, which may also refuse, and keep the panel
 * open. Not for dialogs that have an address of their own, which Back leaves anyway.
 */
export function useCloseOnBack(isOpen: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => (isOpen ? closeOnBack(() => close()) : undefined), [isOpen]);
}

/** The same outside React. Returns what to call when the panel was closed, by Back or otherwise. */
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
 * Takes the entries of open panels out of the history, then calls `leave`, which goes to another page.
 * Links in a panel do so by themselves. Without it, Forward could not get past the panel's entry.
 */
export function leavePanels(leave: () => void): void {
  if (arriving) arriving.push(leave);
  else if (isOnPanel()) goBackTo(0, leave);
  else leave();
}

function listen() {
  if (isListening) return;
  isListening = true;
  // The page may have been reloaded with a panel open.
  history.replaceState({ ...history.state, panels: 0 }, "");
  hearStepsFirst(onPopState);
  // Before the links do what they do.
  window.addEventListener("click", onClick, { capture: true });
}

/** Whether the history stands at an entry of ours, and not at one that the router pushed above it. */
function isOnPanel() {
  return entries > 0 && history.state?.idx === routerIndex;
}

/** After what is happening has ended: a dialog that opens as another closes takes over its entry. */
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
  // The router may have replaced the address while a panel was open.
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

/** A link within a panel leads on from the page, as if the panel had been closed before. */
function onClick(event: MouseEvent) {
  if (!arriving && !isOnPanel()) return;
  const link = followedLink(event);
  if (!link) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  leavePanels(() => link.click());
}
