import type { ComponentType } from "react";
import type { PostalAnswer } from "./postal-answer.ts";

// Keep this small: every page with a postal-code box loads it.

/** The page about delivery, which answers without JavaScript. */
export const deliveryPath = "/delivery";

/** Query parameter of that page and of the API. */
export const postalParameter = "postal";

/** Marks a question repeated by a page, which isn't counted as demand. */
export const againParameter = "again";

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
  /** Called when a link is followed. */
  onLeave: () => void;
}
