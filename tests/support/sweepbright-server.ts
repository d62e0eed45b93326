import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { EXPORTS } from './import-export.ts';

const recorded = JSON.parse(readFileSync(join(EXPORTS, 'sweepbright.json'), 'utf8'));

/** A server that speaks the documented API of SweepBright, and misbehaves on request. */
export interface SweepbrightServer {
  url: string;
  /** What is published, by the ID of the estate. */
  estates: Map<string, object>;
  /** What was asked, as method and path, logins left out. */
  asked: string[];
  /** Pictures by their path; any other one has expired. */
  pictures: Map<string, Buffer>;
  /** The URLs that were set, by the ID of the estate. */
  urls: Map<string, string>;
  /** Called for each request about an estate; true when it has responded itself. */
  misbehave: ((id: string, response: ServerResponse) => boolean) | null;
}

/** An ID as SweepBright gives it. */
export const estateId = (n: number) => `12345678-1234-1234-1234-${String(n).padStart(12, '0')}`;

/** The recorded estate under another ID. */
export const estate = (n: number, more: object = {}) => ({ ...recorded, id: estateId(n), images: [], ...more });

/** Starts it on a free port of this machine until the test ends; its secret is `right-secret`. */
export async function startSweepbright(estates: readonly { id: string }[]): Promise<SweepbrightServer> {
  const crm: SweepbrightServer = {
    ...{ url: '', estates: new Map(estates.map((one) => [one.id, one])) },
    ...{ asked: [], urls: new Map(), pictures: new Map(), misbehave: null },
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const send = (status: number, data: object) => void response.writeHead(status).end(JSON.stringify(data));
    if (request.url === '/oauth/token') {
      const isRight = new URLSearchParams(body).get('client_secret') === 'right-secret';
      return send(isRight ? 200 : 401, { access_token: 'key' });
    }
    if (request.url!.startsWith('/picture')) {
      const picture = crm.pictures.get(request.url!);
      return void response.writeHead(picture ? 200 : 403).end(picture);
    }
    crm.asked.push(`${request.method} ${request.url}`);
    if (request.headers.authorization !== 'Bearer key') return send(401, {});
    const [, id = '', part] = /^\/estates\/([^/]+)(\/url)?$/.exec(request.url!) ?? [];
    if (crm.misbehave?.(id, response)) return;
    const known = crm.estates.get(id);
    if (!known) return send(404, {});
    if (part) crm.urls.set(id, JSON.parse(body).url);
    send(200, part ? {} : known);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  crm.url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  return crm;
}
