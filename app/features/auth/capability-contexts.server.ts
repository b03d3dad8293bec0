import { createContext } from "react-router";
import type { Admin, Client, ImageEditor } from "./capability.ts";

// Set by the guards (guards.server.ts) for every route below them. Reading one without its guard
// throws, so a page that lacks its guard fails closed.

/** The signed-in client: `context.get(clientContext)` below `requireClient`. */
export const clientContext = createContext<Client>();

/** The administrator: below `requireAdmin`, which also sets `clientContext`. */
export const adminContext = createContext<Admin>();

/** The designated administrator: below `requireImageEditor`. */
export const imageEditorContext = createContext<ImageEditor>();
