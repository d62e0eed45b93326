import type { MapMark } from '../../domain/map/map-cluster.ts';
import type { MapWords } from '../../domain/map/map-message.ts';

const PRICE = /€\s?[\d.]+(,\d+)?/;

interface Look {
  words: MapWords;
  /** URL of the agency's own marker picture. */
  picture: string | null;
  /** The map of one listing: its marks cannot be pressed. */
  single: boolean;
}

/**
 * The element of a mark on the map (a listing, a town with hidden addresses or a cluster), with its accessible name.
 */
export function markElement({ spot, count }: MapMark, { words, picture, single }: Look): HTMLElement {
  const element = document.createElement(single ? 'b' : 'button');
  if (single) element.role = 'img';
  else element.setAttribute('type', 'button');
  if (!spot) {
    element.className = 'cluster';
    element.dataset.size = count < 10 ? 's' : count < 100 ? 'm' : 'l';
    element.textContent = String(count);
    element.ariaLabel = words.cluster.replace('{n}', String(count));
  } else if (!spot.exact) {
    element.className = single ? 'town-only' : 'cluster around';
    element.textContent = single ? '' : String(count);
    element.ariaLabel = words.inTown.replace('{town}', spot.place).replace('{n}', String(count));
  } else {
    element.className = picture ? 'picture' : 'pin';
    element.ariaLabel = `${spot.title}, ${spot.price}`;
    if (spot.gone) element.dataset.gone = '';
    if (picture) element.append(Object.assign(new Image(), { src: picture, alt: '' }));
    else element.textContent = PRICE.exec(spot.price)?.[0] ?? '';
  }
  return element;
}
