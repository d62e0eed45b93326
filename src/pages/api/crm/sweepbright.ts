import { endpoint } from '../../../routes/endpoint.ts';
import { sweepbrightHook } from '../../../routes/sweepbright-hook.ts';

export const prerender = false;

/** `POST /api/crm/sweepbright`: receives a webhook of SweepBright. */
export const POST = endpoint(sweepbrightHook);
