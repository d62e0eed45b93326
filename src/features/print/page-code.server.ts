import type { ServerResponse } from 'node:http';
import { encode } from 'uqr';
import { formatDate } from '../../i18n/format.ts';
import type { Language } from '../../i18n/languages.ts';
import { sendRefusal } from '../../platform/http/responses.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { LONGEST_CODED } from '../property/printed.ts';

/** Room around the code, in cells, that readers need. */
const BORDER = 2;

/** Draws the QR code of an address as SVG, with the day below it: a page does not know when it is printed. */
export function pageCode(address: string, day: string): string {
  const { data, size } = encode(address, { ecc: 'M', border: BORDER });
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  const text = size / 8;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size + text}">` +
    `<rect width="${size}" height="${size + text}" fill="#fff"/><path shape-rendering="crispEdges" d="${cells}"/>` +
    `<text x="${size / 2}" y="${size + text / 2}" font-family="Arial,sans-serif" font-size="${text}" ` +
    `text-anchor="middle">${day}</text></svg>`
  );
}

/** Responds with the QR code of an address; one that is too long gets none. */
export function sendPageCode(response: ServerResponse, address: string, language: Language): void {
  if (address.length > LONGEST_CODED) {
    sendRefusal(response, 404, 'This address is too long for a QR code.');
    return;
  }
  const body = pageCode(address, formatDate(brusselsDay(Date.now()), language));
  response
    .writeHead(200, {
      'Content-Type': 'image/svg+xml',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'public, max-age=3600',
      'X-Robots-Tag': 'noindex',
    })
    .end(body);
}
