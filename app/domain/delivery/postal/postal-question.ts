import type { ComponentType } from "react";
import type { PostalAnswer } from "./postal-answer.ts";

// Keep this small: every page with a postal-code box loads it.

/** The page that says where and when we deliver; it answers without JavaScript. */
export const deliveryPath = "/delivery";

/** Query parameter of the page and of the API. */
export const postalParameter = "postal";

/** Set on questions that repeat an earlier one, which aren't counted as demand. */
export const againParameter = "again";

/** Storage key of the postal code that this browser asked about last. */
export const postalKey = "postal-code";

/** A postal code, from the submitted form or typed on an earlier page. */
export interface PostalQuestion {
  form?: HTMLFormElement;
  typed?: string;
}

/** Loads the cart's postal-code box. Routes pass it on, because the cart is another feature. */
export type LoadCartDelivery = () => Promise<{ CartDelivery: ComponentType<CartDeliveryProps> }>;

export interface CartDeliveryProps {
  onAnswer: (answer: PostalAnswer) => void;
  /** A link was followed. */
  onLeave: () => void;
}
