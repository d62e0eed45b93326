import * as z from 'zod';
import { endpoint, notFound, problemResponse } from '../../../routes/endpoint.ts';

export const prerender = false;

/**
 * `POST /api/crm/sweepbright`: a webhook of SweepBright. Its signature authorises it and is checked over the bytes,
 * before they are read.
 */
export const POST = endpoint({
  body: 'raw',
  input: z.object({ bytes: z.instanceof(Uint8Array) }),
  async authorise({ bytes }, { services: { crm }, request }) {
    if (!crm.takesSweepbright) return notFound();
    return crm.isSigned(bytes, request.headers.get('x-hook-signature')) || problemResponse('signature');
  },
  async run({ bytes }, { services: { crm } }) {
    const outcome = await crm.receive(bytes);
    if (outcome !== 'recorded') return problemResponse(outcome);
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  },
});
