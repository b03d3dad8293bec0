import { secureHeaders } from "hono/secure-headers";

/**
 * Headers of every answer: no sniffing of types, no framing by others, no referrer to other sites,
 * no device permissions.
 */
export const securityHeaders = secureHeaders({
  xFrameOptions: "DENY",
  referrerPolicy: "strict-origin-when-cross-origin",
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
  // The owner decides on HTTPS by SITE_URL; on http://localhost the header would be noise.
  strictTransportSecurity: false,
  crossOriginResourcePolicy: "same-origin",
});
