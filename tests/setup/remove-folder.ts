import { rm } from "node:fs/promises";

/**
 * Removes a test's folder and all that is in it. Work that nobody waits for, such as an image that
 * was being made when the shop stopped, may still write there, so it tries some times.
 */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
