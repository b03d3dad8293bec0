import { useEffect, useState, useSyncExternalStore } from "react";
import { useHydrated } from "#app/components/use-hydrated.ts";
import { withStorage } from "#app/lib/browser/browser-storage.ts";
import type { ScaleState } from "./connect-scale.ts";
import type { ScaleProtocol, TakenWeight } from "./scale.ts";

type Connection = typeof import("./connect-scale.ts").scaleConnection;

const load = () => import("./connect-scale.ts").then(({ scaleConnection }) => scaleConnection);

const key = "packing:scale";
const off: ScaleState = { status: "off", reading: null };
const never = () => () => {};
const notThere: TakenWeight = { refused: "There is no scale. Type the weight." };

/**
 * A scale at the computer's serial port, in browsers with access to those (Chromium on a desktop).
 * Its code is loaded on connecting; later orders reconnect automatically.
 */
export function useScale() {
  const [connection, setConnection] = useState<Connection | null>(null);
  const { status, reading } = useSyncExternalStore(
    connection?.subscribe ?? never,
    connection?.getState ?? (() => off),
    () => off,
  );
  const isOffered = useHydrated() && "serial" in navigator;

  useEffect(() => {
    const protocol = isOffered && withStorage((storage) => storage.getItem(key));
    if (!isProtocol(protocol)) return;
    load().then(
      async (loaded) => {
        await loaded.reconnect(protocol);
        setConnection(loaded);
      },
      // Offline: typing still works, and the button tries again.
      () => undefined,
    );
  }, [isOffered]);

  return {
    isOffered,
    status,
    reading,
    take: () => connection?.take() ?? notThere,
    async connect(protocol: ScaleProtocol) {
      const loaded = await load().catch(() => null);
      if (!loaded) return;
      const isOn = await loaded.connect(protocol);
      if (isOn) withStorage((storage) => storage.setItem(key, protocol));
      setConnection(loaded);
    },
    async disconnect() {
      withStorage((storage) => storage.removeItem(key));
      await connection?.disconnect();
    },
  };
}

export type Scale = ReturnType<typeof useScale>;

function isProtocol(text: unknown): text is ScaleProtocol {
  return text === "nci" || text === "sics" || text === "continuous";
}
