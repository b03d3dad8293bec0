/** What an order's refusals and its form say alike. */
export const notSold = "No longer sold. Remove it to place the order.";
export const reloadPage = "Please reload the page and try again.";
