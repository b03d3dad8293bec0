import { createContext } from "react-router";
import type { Admin, Client, ImageEditor } from "./capability.ts";

// Set by the guards (guards.server.ts) for everything below the route that they stand on. Reading
// one where no guard stands throws, so that a page without its guard fails instead of opening.

/** What somebody signed in may do: `context.get(clientContext)` below `requireClient`. */
export const clientContext = createContext<Client>();

/** What an administrator may do: below `requireAdmin`, where `clientContext` is set too. */
export const adminContext = createContext<Admin>();

/** What the designated administrator may do: below `requireImageEditor`. */
export const imageEditorContext = createContext<ImageEditor>();
