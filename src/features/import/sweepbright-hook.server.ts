import * as z from 'zod';
import { type Endpoint, notFound, problemResponse } from '../../platform/http/endpoint.server.ts';

const input = z.object({ bytes: z.instanceof(Uint8Array) });

/** A webhook of SweepBright: its signature authorises it and is checked over the bytes, before they are read. */
export const sweepbrightHook: Endpoint<typeof input, true> = {
  body: 'raw',
  input,
  async authorise({ bytes }, { services: { crm }, request }) {
    if (!crm.takesSweepbright) return notFound();
    return crm.isSigned(bytes, request.headers.get('x-hook-signature')) || problemResponse('signature');
  },
  async run({ bytes }, { services: { crm } }) {
    const outcome = await crm.receive(bytes);
    if (outcome !== 'recorded') return problemResponse(outcome);
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  },
};
