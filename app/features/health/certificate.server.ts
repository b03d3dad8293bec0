import { connect } from "node:tls";

type SeenCertificate = { from: Date; until: Date; problem: string | null } | "unreachable";

/** Milliseconds that a result is cached. */
const keptFor = { seen: 24 * 3_600_000, unreachable: 3_600_000 };

/** Timeout of a connection, in ms. */
const patience = 5_000;

/** Reads a site's certificate, at most once a day; null without HTTPS, or on this machine. */
export type CertificateWatch = () => Promise<SeenCertificate | null>;

export function watchCertificate(siteUrl: string): CertificateWatch {
  const { protocol, hostname, port } = new URL(siteUrl);
  const isOurs = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  if (protocol !== "https:" || isOurs) return async () => null;
  let kept: { at: number; seen: Promise<SeenCertificate> } | undefined;
  return async () => {
    if (kept) {
      const age = performance.now() - kept.at;
      const isOld = age > keptFor[(await kept.seen) === "unreachable" ? "unreachable" : "seen"];
      if (!isOld) return kept.seen;
    }
    kept = { at: performance.now(), seen: seeCertificate(hostname, Number(port || 443)) };
    return kept.seen;
  };
}

/** Connects like a browser and returns the certificate, valid or not. */
function seeCertificate(host: string, port: number): Promise<SeenCertificate> {
  return new Promise((resolve) => {
    // Not rejected here, to tell an expired certificate from none.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const problem = socket.authorized ? null : String(socket.authorizationError);
      socket.destroy();
      resolve(
        valid_to
          ? { from: new Date(valid_from), until: new Date(valid_to), problem }
          : "unreachable",
      );
    });
    const fail = () => {
      socket.destroy();
      resolve("unreachable");
    };
    socket.setTimeout(patience, fail);
    socket.on("error", fail);
  });
}
