/**
 * What a request may do, as types (design, section 2). A data function takes the capability it
 * needs as an argument, so code without one can't call it. The symbols below exist only at compile
 * time and aren't exported, so no object literal elsewhere can pass as a capability. Only the
 * guards create them, through `capability.server.ts`.
 */
declare const visitorBrand: unique symbol;
declare const clientBrand: unique symbol;
declare const adminBrand: unique symbol;
declare const imageEditorBrand: unique symbol;

/** Anyone, signed in or not. */
export interface Visitor {
  readonly [visitorBrand]: true;
}

/** A signed-in user. Their data is filtered by this `userId` and nothing else. */
export interface Client extends Visitor {
  readonly [clientBrand]: true;
  readonly userId: string;
  readonly email: string;
}

/** A signed-in administrator; also a client with their own account and dashboard. */
export interface Admin extends Client {
  readonly [adminBrand]: true;
}

/** The administrator with the designated address: the only one who may change pictures. */
export interface ImageEditor extends Admin {
  readonly [imageEditorBrand]: true;
}
