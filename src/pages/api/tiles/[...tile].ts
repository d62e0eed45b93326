import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { endpoint } from '../../../platform/http/action.server.ts';

export const prerender = false;

const TILE = /^([\w-]{1,40})\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})\.mvt$/;

/** `GET /api/tiles/{version}/{z}/{x}/{y}.mvt`: one vector tile of the installed map; empty where it shows nothing. */
export const GET = endpoint({
  input: z.object({ tile: z.string() }),
  async run({ tile: path }, { services, request }) {
    const [, version = '', ...numbers] = TILE.exec(path) ?? [];
    const [zoom = 99, x = 0, y = 0] = numbers.map(Number);
    if (zoom > 26 || x >= 2 ** zoom || y >= 2 ** zoom) return new Response(null, { status: 204 });
    const tile = await services.streets.tile(version, zoom, x, y);
    if (!tile) return new Response(null, { status: 204, headers: { 'Cache-Control': 'public, max-age=3600' } });
    const headers = {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': 'application/vnd.mapbox-vector-tile',
      Vary: 'Accept-Encoding',
    };
    if (!tile.isGzip) return new Response(tile.data, { headers });
    if (/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
      return new Response(tile.data, { headers: { ...headers, 'Content-Encoding': 'gzip' } });
    return new Response(gunzipSync(tile.data), { headers });
  },
});
