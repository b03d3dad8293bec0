/** Has the shop believe that each request comes from whom it names: limits are for one visitor. */
export const behindProxy = { TRUST_PROXY: "127.0.0.0/8, ::1" };

let visitors = 0;

/** The header of a request by somebody from another network than all before. */
export function someAddress(): Record<string, string> {
  visitors++;
  return {
    "x-forwarded-for": `10.${[16, 8, 0].map((bits) => (visitors >> bits) & 255).join(".")}`,
  };
}
