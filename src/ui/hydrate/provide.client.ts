/** Hydrates the plain HTML inside an element. */
export type Start = (host: HTMLElement) => void;

declare global {
  // A module loaded on touch is bundled like a worker, whose exports are dropped, so it registers its function here.
  var onTouch: Map<string, Start> | undefined;
}

/** Registers the function of a module for the element that requested it by this name. */
export function provide(name: string, start: Start): void {
  globalThis.onTouch ??= new Map();
  globalThis.onTouch.set(name, start);
}
