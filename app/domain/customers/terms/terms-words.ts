/** When invoices are due, on screens of the back office. */
export const termsKindText = {
  prepay: "Paid before delivery",
  on_delivery: "Paid on delivery",
  net: "Days after the invoice",
  end_of_month: "Days after the month’s end",
  day_of_next_month: "Day of the next month",
};

/** Whether orders carry a purchase order number. */
export const poModeText = {
  none: "Not asked for",
  optional: "Optional",
  required: "Required",
  blanket: "One number for all orders",
};

/** How often a client is invoiced. */
export const invoicePerText = { order: "One for each order", month: "One a month" };
