/** The entry of the history that the open viewer adds, so that Back closes the viewer and not the page. */
export class ViewerEntry {
  /** Whether the browser is still going back to the page; an entry added meanwhile would be lost. */
  isBeingLeft = false;

  /** Adds the entry, unless it is the current one. */
  add() {
    if (!history.state?.viewer) history.pushState({ viewer: true }, '');
  }

  /** Goes back to the page, unless the visitor did or the browser is still on its way: twice would leave the page. */
  leave() {
    if (this.isBeingLeft || !history.state?.viewer) return;
    this.isBeingLeft = true;
    this.whenLeft(() => {
      this.isBeingLeft = false;
    });
    history.back();
  }

  /** Calls once the browser is back at the page. */
  whenLeft(call: () => void) {
    addEventListener('popstate', call, { once: true });
  }
}
