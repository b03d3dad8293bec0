/** Email address of the sample client that a first start creates (README, `DEMO`). */
export const demoEmail = "demo@example.com";
