import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** The values that a browser and a device put into their signed answer. */
interface Signing {
  challenge: string;
  origin: string;
  /** The host that the device binds the passkey to; defaults to the origin's. */
  host?: string;
  counter?: number;
}

/** Returns a device with a passkey (W3C Web Authentication, Level 3) that signs anything. */
export function softPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const rawId = id.toString("base64url");
  const envelope = { id: rawId, rawId, type: "public-key", clientExtensionResults: {} };

  function clientData(type: string, { challenge, origin }: Signing): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData(flags: number, { origin, host, counter = 0 }: Signing): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host ?? new URL(origin).hostname), Buffer.from([flags]), count]);
  }

  return {
    /** Returns a browser's JSON response to registering a passkey. */
    register(signing: Signing): string {
      const key = cborMap([
        [cborInteger(1), cborInteger(2)],
        [cborInteger(3), cborInteger(-7)],
        [cborInteger(-1), cborInteger(1)],
        [cborInteger(-2), cborBytes(Buffer.from(x, "base64url"))],
        [cborInteger(-3), cborBytes(Buffer.from(y, "base64url"))],
      ]);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(id.length);
      // User present, attested credential data included.
      const data = Buffer.concat([
        authenticatorData(0x41, signing),
        Buffer.alloc(16),
        size,
        id,
        key,
      ]);
      const attestationObject = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(data)],
      ]);
      const response = {
        clientDataJSON: clientData("webauthn.create", signing).toString("base64url"),
        attestationObject: attestationObject.toString("base64url"),
        transports: ["internal"],
      };
      return JSON.stringify({ ...envelope, response });
    },

    /** Returns a browser's JSON response to a passkey challenge. */
    authenticate(signing: Signing): string {
      const client = clientData("webauthn.get", signing);
      const data = authenticatorData(0x01, signing);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      };
      return JSON.stringify({ ...envelope, response });
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

// As much of CBOR (RFC 8949) as passkeys need.

function cborHead(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value]);
  if (value < 256) return Buffer.from([(type << 5) | 24, value]);
  return Buffer.from([(type << 5) | 25, value >> 8, value & 255]);
}

const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
