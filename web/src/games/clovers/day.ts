/** The day it is here, as the task of the day is asked for and as the terminal says it: 2026-08-01. */
export function today(now = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
