/**
 * The function that a page calls. The pixel's script reads `queue` when it loads and handles calls itself from then on.
 */
interface Pixel {
  (...command: unknown[]): void;
  queue: unknown[][];
  callMethod?: (...command: unknown[]) => void;
  push: Pixel;
  loaded: boolean;
  version: string;
}

declare global {
  var fbq: Pixel | undefined;
  var _fbq: Pixel | undefined;
}

/** Starts the Meta pixel when advertising is allowed. Once started, it is informed of every change. */
export function startPixel(id: string, allowed: boolean, insert: (src: string) => void): void {
  if (globalThis.fbq) globalThis.fbq('consent', allowed ? 'grant' : 'revoke');
  if (globalThis.fbq || !allowed) return;
  const pixel = ((...command: unknown[]) => {
    if (pixel.callMethod) pixel.callMethod(...command);
    else pixel.queue.push(command);
  }) as Pixel;
  Object.assign(pixel, { queue: [], push: pixel, loaded: true, version: '2.0' });
  globalThis.fbq = pixel;
  globalThis._fbq = pixel;
  pixel('consent', 'grant');
  pixel('init', id);
  pixel('track', 'PageView');
  insert('https://connect.facebook.net/en_US/fbevents.js');
}
