import { useEffect, useState } from "react";

const minuteMs = 60_000;

/**
 * The time until a moment, counting down: "1 day 3 h left", "2 h 05 min left". Renders nothing
 * once the moment has passed, nor without JavaScript, as it uses the browser's clock.
 */
export function TimeLeft({ until, className }: { until: Date; className?: string }) {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const look = () => setNow(Date.now());
    look();
    const timer = setInterval(look, minuteMs / 4);
    return () => clearInterval(timer);
  }, []);
  if (now === undefined || now > until.getTime()) return null;
  return <span className={className}>{timeLeft(until.getTime() - now)} left</span>;
}

/** Formats a duration, rounded down to the minute, or to the hour from one day on. */
export function timeLeft(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days} ${days === 1 ? "day" : "days"} ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  return minutes > 0 ? `${minutes} min` : "Less than a minute";
}
