/** Something on the table is being told and wants to be left standing: a race, cards that are turned up. */
export class Hold {
  held = $state(false);
  #count = 0;
  #turn = 0; // holds of an earlier turn were ended together

  /** `freed` is called when nothing holds the table any more. */
  constructor(readonly freed: () => void = () => undefined) {}

  /** Leave the table as it is for so many ms, or until the answer is called; `end` ends it in any case. */
  take = (ms = Infinity): (() => void) => {
    const turn = this.#turn;
    let over = false;
    const free = (): void => {
      clearTimeout(timer);
      if (over || turn !== this.#turn) return;
      over = true;
      if (--this.#count === 0) this.end();
    };
    const timer = ms < Infinity ? setTimeout(free, ms) : undefined;
    this.#count += 1;
    this.held = true;
    return free;
  };

  /** Nothing is held any more. */
  end(): void {
    this.#turn += 1;
    this.#count = 0;
    if (!this.held) return;
    this.held = false;
    this.freed();
  }
}
