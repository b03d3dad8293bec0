import { secureHeaders } from "hono/secure-headers";

/**
 * Headers of every answer: no sniffing of types, no framing by others, no referrer to other sites,
 * no device permissions; with `https`, nothing but HTTPS for a year (RFC 6797). What scripts a page
 * may run is said by the page itself (app/script-policy.server.ts). An answer that sets one of these
 * itself keeps its own.
 */
export function securityHeaders({ https }: { https: boolean }) {
  return secureHeaders({
    xFrameOptions: "DENY",
    referrerPolicy: "strict-origin-when-cross-origin",
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
    // The owner decides on HTTPS by SITE_URL; on http://localhost the header would be noise.
    strictTransportSecurity: https && "max-age=31536000; includeSubDomains",
    crossOriginResourcePolicy: "same-origin",
    overwrite: false,
  });
}
