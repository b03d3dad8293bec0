/**
 * What a request may do, as types (design, section 2). A data function takes the capability it
 * needs as an argument, so code that holds none cannot call it. The symbols below exist only for
 * the compiler and are not exported: no object literal elsewhere can pass for a capability. They
 * are made in `capability.server.ts`, by the guards alone.
 */
declare const visitorBrand: unique symbol;
declare const clientBrand: unique symbol;
declare const adminBrand: unique symbol;
declare const imageEditorBrand: unique symbol;

/** Anyone at all, signed in or not. */
export interface Visitor {
  readonly [visitorBrand]: true;
}

/** Somebody signed in. What they may see is filtered by this `userId` and by nothing else. */
export interface Client extends Visitor {
  readonly [clientBrand]: true;
  readonly userId: string;
  readonly email: string;
}

/** A signed-in administrator: also a client, with an account and a dashboard of their own. */
export interface Admin extends Client {
  readonly [adminBrand]: true;
}

/** The administrator at the designated address: the only one who may change pictures. */
export interface ImageEditor extends Admin {
  readonly [imageEditorBrand]: true;
}
