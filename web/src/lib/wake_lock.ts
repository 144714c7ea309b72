/** Keep the screen from going dark while a game is played; a browser that cannot do this is left in peace. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let over = false;

  async function ask(): Promise<void> {
    if (over || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock?.request("screen");
      if (over) void lock?.release();
    } catch {
      // low battery, or not allowed: the screen may rest
    }
  }
  const seen = (): void => void ask(); // the browser lets go of it whenever the page is hidden

  void ask();
  document.addEventListener("visibilitychange", seen);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", seen);
    void lock?.release();
  };
}
