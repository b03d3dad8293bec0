import type { ComponentType } from "react";
import type { PostalAnswer } from "./postal-answer.ts";

// Small, because every page with a postal-code box loads it.

/** The page that answers without JavaScript, and says where and when we deliver. */
export const deliveryPath = "/delivery";

/** Query parameter of the page and of the API. */
export const postalParameter = "postal";

/** Parameter of questions that repeat an earlier one, which aren't counted as demand. */
export const againParameter = "again";

/** Where the browser keeps the last postal code it asked about. */
export const postalKey = "postal-code";

/** What was asked: by submitting the form, or typed on an earlier page. */
export interface PostalQuestion {
  form?: HTMLFormElement;
  typed?: string;
}

/** Loads the cart's postal-code box: the cart is another feature, so routes pass it on. */
export type LoadCartDelivery = () => Promise<{ CartDelivery: ComponentType<CartDeliveryProps> }>;

export interface CartDeliveryProps {
  onAnswer: (answer: PostalAnswer) => void;
  /** A link was followed. */
  onLeave: () => void;
}
