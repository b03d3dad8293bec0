import { secureHeaders } from "hono/secure-headers";

/**
 * Security headers: no MIME sniffing, no framing by others, no referrer to other sites, no device
 * permissions; with `https`, HSTS for a year (RFC 6797). The page itself sets its script policy
 * (app/script-policy.server.ts). A response that sets one of these keeps its own.
 */
export function securityHeaders({ https }: { https: boolean }) {
  return secureHeaders({
    xFrameOptions: "DENY",
    referrerPolicy: "strict-origin-when-cross-origin",
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
    // Depends on SITE_URL; on http://localhost the header would be noise.
    strictTransportSecurity: https && "max-age=31536000; includeSubDomains",
    crossOriginResourcePolicy: "same-origin",
    overwrite: false,
  });
}
