/** What the station can say by sound; text says the same. */
export type Tone = "ok" | "warn" | "stop";

const beeps: Record<Tone, { hz: number; seconds: number }> = {
  ok: { hz: 880, seconds: 0.08 },
  warn: { hz: 520, seconds: 0.18 },
  stop: { hz: 220, seconds: 0.4 },
};

let context: AudioContext | undefined;

/** Beeps, if the browser can and may: some refuse until the page was touched. Browser only. */
export function beep(tone: Tone): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const { hz, seconds } = beeps[tone];
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.frequency.value = hz;
  gain.gain.value = 0.1;
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + seconds);
}
