/** Where runs wait for their turn. */
export interface Places {
  /**
   * Waits for a place.
   *
   * @param signal Gives up waiting when it aborts.
   * @returns Gives the place back; call it once, `using` does.
   * @throws The signal's reason, if it aborts first.
   */
  enter(signal: AbortSignal): Promise<Disposable>;
}
