import { createHmac } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import type { BackupBucket } from "./bucket.ts";

/** The key of everything in the bucket, encrypted with the passphrase. */
export const identityKey = "identity.age";

/** The scrypt cost, as a power of two: 64 MB and half a second for each guess at the passphrase. */
const workFactor = 16;

/** Encrypts what leaves the machine, and decrypts what comes back, in the age format. */
export interface Seal {
  close(content: Readable): Promise<Readable>;
  /** Its stream fails if the stored data is not what was uploaded. */
  open(content: Readable): Promise<Readable>;
  /** Returns a name for a content that reveals nothing without the key. */
  nameOf(sha256: string): string;
}

/**
 * Decrypts the bucket's key with the passphrase; creates the key if there is none. Files are
 * encrypted to that key, since decrypting with a passphrase is slow on purpose.
 *
 * @param mayMake whether a bucket without a key gets one
 * @throws Error with a sentence if the passphrase is wrong, or there is no key
 */
export async function openSeal(
  bucket: BackupBucket,
  passphrase: string,
  { mayMake }: { mayMake: boolean },
): Promise<Seal> {
  const stored = await bucket.read(identityKey);
  if (!stored) await expectNothing(bucket, mayMake);
  const identity = stored
    ? await opened(await buffer(stored), passphrase)
    : await made(bucket, passphrase);
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(identity));
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return {
    close: async (content) => fromWeb(await encrypter.encrypt(toWeb(content))),
    open: async (content) => fromWeb(await decrypter.decrypt(toWeb(content))),
    nameOf: (sha256) => createHmac("sha256", identity).update(sha256).digest("hex"),
  };
}

/** A second key would make the first one's backups unreadable. */
async function expectNothing(bucket: BackupBucket, mayMake: boolean): Promise<void> {
  for await (const some of bucket.list("")) {
    if (some.length > 0) {
      throw new Error(
        `The bucket is not empty, and ${identityKey} is not in it: without that key nothing in it can be read. Put it back, or name an empty bucket.`,
      );
    }
  }
  if (!mayMake) throw new Error("There are no backups in the bucket.");
}

async function opened(file: Buffer, passphrase: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const text = await decrypter.decrypt(file, "text").catch(() => {
    throw new Error(
      "BACKUP_PASSPHRASE is not the one of the backups in the bucket. Set that one, or name an empty bucket.",
    );
  });
  return text.trim();
}

async function made(bucket: BackupBucket, passphrase: string): Promise<string> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  const file = await encrypter.encrypt(`${identity}\n`);
  await bucket.put(identityKey, Readable.from([Buffer.from(file)]));
  return identity;
}

// Node's and the browser's web streams are the same, but have different types.
const toWeb = (content: Readable) =>
  Readable.toWeb(content) as unknown as globalThis.ReadableStream<Uint8Array>;
const fromWeb = (content: globalThis.ReadableStream<Uint8Array>) =>
  Readable.fromWeb(content as unknown as ReadableStream<Uint8Array>);
