/** Makes the shop trust the X-Forwarded-For of each request: limits are per visitor. */
export const behindProxy = { TRUST_PROXY: "127.0.0.0/8, ::1" };

let visitors = 0;

/** Headers of a request from a network not used before. */
export function someAddress(): Record<string, string> {
  visitors++;
  return {
    "x-forwarded-for": `10.${[16, 8, 0].map((bits) => (visitors >> bits) & 255).join(".")}`,
  };
}
