/** Formats a time for people: `2026-01-02 03:04 UTC`. */
export function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
