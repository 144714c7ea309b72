/** Short news that lie over the page for a while: something was refused, somebody wants to play again. */
export interface Toast {
  /** News with the same key replace each other. */
  key: string;
  text: string;
  /** What can be done about it. */
  action?: { label: string; go(): void };
}

const STAYS = 8000; // ms; with something to press it stays until it is answered

class Toasts {
  list: readonly Toast[] = $state.raw([]);
  #timers = new Map<string, ReturnType<typeof setTimeout>>();

  add(toast: Toast): void {
    this.drop(toast.key);
    this.list = [...this.list, toast];
    if (!toast.action)
      this.#timers.set(
        toast.key,
        setTimeout(() => this.drop(toast.key), STAYS),
      );
  }

  drop = (key: string): void => {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.list = this.list.filter((toast) => toast.key !== key);
  };
}

export const toasts = new Toasts();
