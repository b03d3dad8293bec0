/** The address of the sample client that a first start makes (README, `DEMO`). */
export const demoEmail = "demo@example.com";
