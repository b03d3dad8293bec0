import { setTimeout } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { csvStream } from "./csv-stream.server.ts";

const lines = () => ({ info: vi.fn(), error: vi.fn() });

/** Yields chunks, and counts how many were made and whether they were ended. */
function counted(total: number, failAt = Number.POSITIVE_INFINITY) {
  const state = { made: 0, ended: false };
  async function* pieces() {
    try {
      while (state.made < total) {
        if (state.made === failAt) throw new Error("select secret from orders");
        state.made += 1;
        yield `${state.made}\r\n`;
      }
      return total;
    } finally {
      state.ended = true;
    }
  }
  return { state, pieces: pieces() };
}

describe("csvStream", () => {
  it("streams the whole file, and logs the number of rows", async () => {
    const log = lines();
    const stream = await csvStream(counted(3).pieces, log);
    expect(await new Response(stream).text()).toBe("1\r\n2\r\n3\r\n");
    expect(log.info).toHaveBeenCalledExactlyOnceWith({ rows: 3 }, "a list was exported");
  });

  it("makes no piece before its reader requests it", async () => {
    const { state, pieces } = counted(100_000);
    const reader = (await csvStream(pieces, lines())).getReader();
    for (const made of [1, 2, 3]) {
      await reader.read();
      expect(state.made).toBe(made);
    }
  });

  it("makes one piece at a time, alternating between concurrent files", async () => {
    const made: string[] = [];
    let atWork = 0;
    async function* slow(file: string) {
      for (let count = 1; count <= 3; count += 1) {
        atWork += 1;
        expect(atWork).toBe(1);
        await setTimeout(2);
        atWork -= 1;
        made.push(file + count);
        yield file;
      }
      return 3;
    }
    const files = ["a", "b"].map(async (file) =>
      new Response(await csvStream(slow(file), lines())).text(),
    );
    expect(await Promise.all(files)).toEqual(["aaa", "bbb"]);
    expect(made).toEqual(["a1", "b1", "a2", "b2", "a3", "b3"]);
  });

  it("continues with other files after a failed piece", async () => {
    await expect(csvStream(counted(1, 0).pieces, lines())).rejects.toThrow("select secret");
    const stream = await csvStream(counted(2).pieces, lines());
    expect(await new Response(stream).text()).toBe("1\r\n2\r\n");
  });

  it("stops when the reader cancels", async () => {
    const { state, pieces } = counted(100_000);
    const log = lines();
    const reader = (await csvStream(pieces, log)).getReader();
    await reader.read();
    await reader.cancel();
    expect(state).toEqual({ made: 1, ended: true });
    expect(log.info).toHaveBeenCalledExactlyOnceWith({}, "an export was given up by its reader");
  });

  it("does not fail if the reader cancels while a piece is pending", async () => {
    const log = lines();
    const reader = (await csvStream(counted(100_000).pieces, log)).getReader();
    await reader.read();
    const read = reader.read();
    await reader.cancel();
    expect((await read).done).toBe(true);
    // Their turn has passed once a later reader's has come.
    const stream = await csvStream(counted(1).pieces, lines());
    expect(await new Response(stream).text()).toBe("1\r\n");
    expect(log.error).not.toHaveBeenCalled();
  });

  it("aborts at a failed piece, without revealing the reason to the reader", async () => {
    const log = lines();
    const reader = (await csvStream(counted(3, 2).pieces, log)).getReader();
    await reader.read();
    await reader.read();
    await expect(reader.read()).rejects.toThrow(/^The export broke off$/);
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.objectContaining({ message: "select secret from orders" }) },
      "an export broke off",
    );
  });

  it("rejects if the first piece fails", async () => {
    await expect(csvStream(counted(3, 0).pieces, lines())).rejects.toThrow("select secret");
  });
});
